package lab.harness.load;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import lab.harness.experiment.InvalidInputException;
import lab.harness.experiment.Load;
import lab.harness.target.JavaProcess;
import lab.harness.target.Jdk;
import lab.harness.target.Placement;
import org.jspecify.annotations.Nullable;

/**
 * Starts JMeter, assembled in the project's folder, without its GUI.
 *
 * @param root the project's folder
 * @param jdk what JMeter runs on
 * @param processors the processors that JMeter may use, empty for all
 */
public record JMeter(Path root, Jdk jdk, List<Integer> processors) {

	/** JMeter's own time to start and to end, generous on a busy machine. */
	private static final Duration START_ALLOWANCE = Duration.ofSeconds(60);

	/**
	 * JMeter's XML library uses a door of the JDK that 24 warns of and a later one shuts.
	 */
	private static final int UNSAFE_WARNS = 24;

	private static final String JAR = "jmeter/target/apache-jmeter/bin/ApacheJMeter.jar";

	/**
	 * Starts the load.
	 * @param load its shape
	 * @param users how many users
	 * @param port port of the app on this machine
	 * @param label the name of the samples
	 * @param duration the time of the load, ramp included, in whole seconds
	 * @param jtl file for one line a request, or null for none
	 * @param folder folder for JMeter's own log and output
	 * @param name base name of those two files
	 * @return JMeter's process, started
	 * @throws InvalidInputException when JMeter or the plan is not there
	 */
	public JavaProcess start(Load load, int users, int port, String label, Duration duration, @Nullable Path jtl,
			Path folder, String name) {
		require(load);
		Path plan = plan(load);
		List<String> arguments = new ArrayList<>(List.of("-n", "-t", plan.toString()));
		arguments.addAll(List.of("-Jhost=127.0.0.1", "-Jport=" + port, "-Jpath=" + load.path(), "-Jusers=" + users,
				"-Jramp=" + load.ramp().toSeconds(), "-Jduration=" + duration.toSeconds(),
				"-Jtimeout=" + load.timeout().toMillis(), "-Jlabel=" + label));
		if (jtl != null) {
			arguments.addAll(List.of("-l", jtl.toString()));
		}
		arguments.addAll(List.of("-j", folder.resolve(name + ".log").toString()));
		List<String> command = this.jdk.command(flags(), this.root.resolve(JAR), arguments);
		return JavaProcess.start("JMeter", Placement.on(this.processors, command), folder.resolve(name + ".out"));
	}

	/**
	 * Makes sure that a load can be started.
	 * @param load the load
	 * @throws InvalidInputException when JMeter or the plan is not there
	 */
	public void require(Load load) {
		Path jar = this.root.resolve(JAR);
		if (!Files.isRegularFile(jar)) {
			throw new InvalidInputException(jar + " is missing: assemble JMeter first (mvn package)");
		}
		if (!Files.isRegularFile(plan(load))) {
			throw new InvalidInputException("no plan " + load.plan() + ": " + plan(load) + " is missing");
		}
	}

	/**
	 * The longest that a load may take; a process that runs on has lost its way.
	 * @param load the load
	 * @param duration its time
	 * @return that time, JMeter's start and the last answers
	 */
	public static Duration bound(Load load, Duration duration) {
		return duration.plus(load.timeout()).plus(START_ALLOWANCE);
	}

	private Path plan(Load load) {
		return this.root.resolve("jmeter").resolve(load.plan() + ".jmx");
	}

	/**
	 * The generator shares the machine with what it measures. Quick compilation alone
	 * halves its CPU time in the first seconds (measured), which the app then has for its
	 * own.
	 */
	private List<String> flags() {
		List<String> flags = new ArrayList<>(
				List.of("-Xms1g", "-Xmx1g", "-XX:+ExitOnOutOfMemoryError", "-XX:TieredStopAtLevel=1",
						"-XX:+UseSerialGC", "-Djava.awt.headless=true", "-Duser.language=en", "-Duser.region=EN"));
		if (this.jdk.major() >= UNSAFE_WARNS) {
			flags.add("--sun-misc-unsafe-memory-access=allow");
		}
		return flags;
	}

}
