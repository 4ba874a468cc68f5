package lab.harness.probe;

import java.util.Objects;

import lab.harness.experiment.On;
import lab.harness.target.Engine;
import org.jspecify.annotations.Nullable;

/**
 * The machine and the code that made a result.
 *
 * @param cores logical processors
 * @param cpu the processor's name
 * @param memoryMiB physical memory
 * @param os system, version and kernel
 * @param jdk version of the JDK that ran the apps
 * @param commit the commit of the checkout, or {@code unknown}
 * @param dirty whether the checkout had changes that are not committed
 * @param on what services and load were started as; results of before this was a question
 * have none, and were of processes
 * @param engine the engine of the containers, or null where there were none
 * @param keptAwake whether the processors were kept from sleeping, or null in a result of
 * an older harness, which let them
 * @param settings how the machine was set, or null in a result of an older harness
 * @param software what ran on it, or null in a result of an older harness
 */
public record Environment(int cores, String cpu, long memoryMiB, String os, String jdk, String commit, boolean dirty,
		On on, @Nullable Engine engine, @Nullable Boolean keptAwake, @Nullable MachineSettings settings,
		@Nullable Software software) {

	public Environment {
		on = Objects.requireNonNullElse(on, On.PROCESS);
	}

}
