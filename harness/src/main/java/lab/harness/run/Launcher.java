package lab.harness.run;

import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Starts the JVMs of a run; a test puts another in its place.
 */
public interface Launcher {

	/**
	 * Makes sure that a module can be started.
	 * @param module its name, such as {@code webflux} or {@code jmeter}
	 * @param jdk major version of its JDK, or null for the default one
	 * @throws lab.harness.model.InvalidInputException if it is not built, or there is no
	 * such JDK
	 */
	void require(String module, @Nullable Integer jdk);

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

	/** What a module is made of; {@link #require} comes first. */
	Installation installation(String module, @Nullable Integer jdk);

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
