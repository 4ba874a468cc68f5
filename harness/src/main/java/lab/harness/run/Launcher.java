package lab.harness.run;

import java.nio.file.Path;
import java.util.List;

import lab.harness.model.Cores;
import lab.harness.model.Engine;
import lab.harness.model.Placement;
import org.jspecify.annotations.Nullable;

/**
 * Starts the JVMs of a run: as processes of this machine, or in containers.
 */
public interface Launcher {

	/**
	 * Makes sure that a module can be started.
	 * @param module its name, such as {@code webflux} or {@code jmeter}
	 * @param jdk major version of its JDK, or null for the default one
	 * @throws lab.harness.model.InvalidInputException if it is not built, or there is no
	 * such JDK
	 * @throws InterruptedException if interrupted while it is built
	 */
	void require(String module, @Nullable Integer jdk) throws InterruptedException;

	/**
	 * Starts a JVM.
	 * @param folder folder of the run, whose files the JVM may read and write
	 * @param log file for its output, replaced if it exists
	 * @return the JVM, started but perhaps not ready
	 * @throws lab.harness.model.InvalidInputException if something that it needs is
	 * missing
	 * @throws lab.harness.model.RunFailedException if it cannot be started
	 * @throws InterruptedException if interrupted on the way
	 */
	Jvm start(JvmSpec spec, Path folder, Path log) throws InterruptedException;

	/** The host by which the generator reaches a service. */
	String host(String module);

	/**
	 * Which processors each JVM of a run may use.
	 * @throws lab.harness.model.InvalidInputException if they cannot be kept apart here
	 */
	Placement place(Cores cores);

	/**
	 * Moves the harness with its probe to the processors of the generator, where the JVMs
	 * share its machine.
	 * @throws lab.harness.model.RunFailedException if the system refuses
	 */
	void moveHarness(Placement placement);

	/** What a module is made of; {@link #require} comes first. */
	Installation installation(String module, @Nullable Integer jdk);

	/** The engine that runs the containers, or null where there are none. */
	@Nullable Engine engine();

	/** Removes whatever the JVMs of a run have left behind, once they are stopped. */
	void clear();

	/**
	 * What a module is made of, as found in what was built.
	 *
	 * @param module its name
	 * @param jdk version of the JDK that runs it, such as {@code 25.0.3}
	 * @param build vendor and build of that JDK
	 * @param jars file names of its libraries
	 */
	record Installation(String module, String jdk, String build, List<String> jars) {

		public Installation {
			jars = List.copyOf(jars);
		}

	}

}
