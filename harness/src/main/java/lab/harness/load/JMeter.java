package lab.harness.load;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import lab.harness.experiment.InvalidInputException;
import lab.harness.experiment.Load;
import lab.harness.target.Jvm;
import lab.harness.target.Launcher;
import lab.harness.target.Program;
import org.jspecify.annotations.Nullable;

/**
 * Starts JMeter without its GUI.
 *
 * @param root the project's folder
 * @param launcher what starts it
 * @param processors the processors that JMeter may use, empty for all
 */
public record JMeter(Path root, Launcher launcher, List<Integer> processors) {

	/** JMeter's own time to start and to end, generous on a busy machine. */
	private static final Duration START_ALLOWANCE = Duration.ofSeconds(60);

	/**
	 * The generator shares the machine with what it measures. Quick compilation alone
	 * halves its CPU time in the first seconds (measured), which the app then has for its
	 * own.
	 */
	private static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+ExitOnOutOfMemoryError",
			"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djava.awt.headless=true", "-Duser.language=en",
			"-Duser.region=EN");

	/**
	 * Starts the load.
	 * @param load its shape
	 * @param point the load point: users, or of open arrivals requests a second
	 * @param seed rules when open arrivals come
	 * @param app name of the app
	 * @param port its port
	 * @param label the name of the samples
	 * @param duration the time of the load, ramp included, in whole seconds
	 * @param jtl file for one line a request, or null for none
	 * @param folder folder for JMeter's own log and output
	 * @param name base name of those two files
	 * @return JMeter, started
	 * @throws InvalidInputException when JMeter or the plan is not there
	 * @throws InterruptedException when interrupted on the way
	 */
	public Jvm start(Load load, int point, long seed, String app, int port, String label, Duration duration,
			@Nullable Path jtl, Path folder, String name) throws InterruptedException {
		Path plan = requirePlan(load);
		List<String> arguments = new ArrayList<>(List.of("-n", "-t", plan.toString()));
		arguments.addAll(List.of("-Jhost=" + this.launcher.host(app), "-Jport=" + port, "-Jpath=" + load.path(),
				"-Jusers=" + load.users(point), "-Jramp=" + load.ramp().toSeconds(),
				"-Jduration=" + duration.toSeconds(), "-Jtimeout=" + load.timeout().toMillis(), "-Jlabel=" + label));
		if (load.open()) {
			// The cause that an answer states is saved as a column of its own.
			arguments.addAll(List.of("-Jrate=" + point, "-Jseed=" + seed,
					"-Jconnect-timeout=" + load.timeout().toMillis(), "-Jsample_variables=problem"));
		}
		if (jtl != null) {
			arguments.addAll(List.of("-l", jtl.toString()));
		}
		arguments.addAll(List.of("-j", folder.resolve(name + ".log").toString()));
		return this.launcher.start(new Program("JMeter", Program.JMETER, FLAGS, arguments, this.processors, null),
				folder, folder.resolve(name + ".out"));
	}

	/**
	 * Makes sure that a load can be started.
	 * @param load the load
	 * @throws InvalidInputException when JMeter or the plan is not there
	 * @throws InterruptedException when interrupted while JMeter is made ready
	 */
	public void require(Load load) throws InterruptedException {
		requirePlan(load);
		this.launcher.require(Program.JMETER, null);
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

	private Path requirePlan(Load load) {
		Path plan = this.root.resolve("jmeter").resolve(load.plan() + ".jmx");
		if (!Files.isRegularFile(plan)) {
			throw new InvalidInputException("no plan " + load.plan() + ": " + plan + " is missing");
		}
		return plan;
	}

}
