package lab.harness.target;

import java.nio.file.Path;

import lab.harness.experiment.Cores;
import org.jspecify.annotations.Nullable;

/**
 * Starts the JVMs of a run: as processes of this machine, or in containers.
 */
public interface Launcher {

	/**
	 * Makes sure that a module could be started.
	 * @param module its name, such as {@code webflux} or {@code jmeter}
	 * @param jdk the major version it must run on, or null for the run's own
	 * @throws lab.harness.experiment.InvalidInputException when it is not built, or there
	 * is no such JDK
	 * @throws InterruptedException when interrupted while it is built
	 */
	void require(String module, @Nullable Integer jdk) throws InterruptedException;

	/**
	 * Starts a program.
	 * @param program what to start
	 * @param folder folder whose files the program may read and write
	 * @param log file for its output, replaced if it is there
	 * @return the JVM, started but perhaps not ready
	 * @throws lab.harness.experiment.InvalidInputException when something that it needs
	 * is wanting
	 * @throws RunFailedException when it cannot be started
	 * @throws InterruptedException when interrupted on the way
	 */
	Jvm start(Program program, Path folder, Path log) throws InterruptedException;

	/**
	 * The host by which the generator reaches a service.
	 * @param module the service
	 */
	String host(String module);

	/**
	 * Which processors each JVM of a run may use.
	 * @param cores what the experiment asks for
	 * @throws lab.harness.experiment.InvalidInputException when they cannot be kept apart
	 * here
	 */
	Placement place(Cores cores);

	/**
	 * Moves the harness with its probe to the processors of the generator, where the JVMs
	 * share its machine.
	 * @throws RunFailedException when the system refuses
	 * @throws InterruptedException when interrupted on the way
	 */
	void moveHarness(Placement placement) throws InterruptedException;

	/**
	 * Says what a module is made of.
	 * @param module its name
	 * @param jdk the major version it must run on, or null for the run's own
	 */
	Installation installation(String module, @Nullable Integer jdk);

	/**
	 * The engine that runs the containers, or null where there are none.
	 */
	@Nullable Engine engine();

	/**
	 * Removes whatever the JVMs of a run have left behind, once they are stopped.
	 */
	void clear();

}
