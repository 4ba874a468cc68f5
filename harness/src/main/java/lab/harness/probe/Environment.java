package lab.harness.probe;

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
 * @param settings how the machine was set, or null in a result of an older harness
 * @param software what ran on it, or null in a result of an older harness
 */
public record Environment(int cores, String cpu, long memoryMiB, String os, String jdk, String commit, boolean dirty,
		@Nullable MachineSettings settings, @Nullable Software software) {

}
