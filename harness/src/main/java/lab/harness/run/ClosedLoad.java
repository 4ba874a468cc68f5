package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.App;
import lab.harness.run.process.ChildProcess;
import lab.harness.run.process.JvmSpec;

/**
 * JMeter with the plan {@code closed-loop.jmx}, for somebody who watches: its samples are
 * written at once, and only the columns {@code timeStamp}, {@code elapsed} and
 * {@code success}.
 *
 * @param samples the JTL
 */
public record ClosedLoad(ChildProcess process, Path samples) implements AutoCloseable {

	/** A load that nobody stops ends by itself after this time. */
	public static final Duration LONGEST = Duration.ofMinutes(10);

	private static final String PLAN = "jmeter/closed-loop.jmx";

	private static final int MAX_HEAP_MIB = 512;

	private static final List<String> UNUSED_COLUMNS = List.of("label", "response_code", "response_message",
			"thread_name", "data_type", "assertion_results_failure_message", "bytes", "sent_bytes", "thread_counts",
			"url", "latency", "idle_time", "connect_time");

	/**
	 * Makes sure that JMeter and its plan are there.
	 * @throws InvalidInputException if not
	 */
	public static void require(Launcher launcher) {
		Path plan = launcher.root().resolve(PLAN);
		if (!Files.isRegularFile(plan)) {
			throw new InvalidInputException(plan + " is missing: bench needs a whole checkout");
		}
		launcher.require(JvmSpec.JMETER, null);
	}

	/**
	 * Starts a load.
	 * @param users users who wait for their answers at the same time
	 * @param folder for the samples and logs, replaced if they exist
	 * @throws InvalidInputException if JMeter cannot be started, or old samples cannot be
	 * removed
	 */
	public static ClosedLoad start(Launcher launcher, App app, String host, int port, String path, int users,
			Path folder) {
		Path samples = folder.resolve(app + ".jtl").toAbsolutePath();
		remove(samples);
		List<String> arguments = new ArrayList<>(
				List.of("-n", "-t", launcher.root().resolve(PLAN).toString(), "-Jhost=" + host, "-Jport=" + port,
						"-Jpath=" + path, "-Jusers=" + users, "-Jlabel=" + app, "-Jduration=" + LONGEST.toSeconds(),
						"-l", samples.toString(), "-f", "-Jjmeter.save.saveservice.autoflush=true"));
		UNUSED_COLUMNS.forEach((column) -> arguments.add("-Jjmeter.save.saveservice." + column + "=false"));
		arguments.addAll(List.of("-j", folder.resolve(app + "-jmeter.log").toAbsolutePath().toString()));
		List<String> flags = new ArrayList<>(JMeter.FLAGS);
		flags.add(JMeter.SERIAL_COLLECTOR);
		flags.add("-Xmx" + Math.min(MAX_HEAP_MIB, MAX_HEAP_MIB / 4 + users) + "m");
		ChildProcess process = launcher.start(new JvmSpec("JMeter", JvmSpec.JMETER, flags, arguments, List.of(), null),
				folder, folder.resolve(app + "-jmeter.out"));
		return new ClosedLoad(process, samples);
	}

	/** Removes the samples of an earlier load, which a reader would take for new ones. */
	private static void remove(Path samples) {
		try {
			Files.deleteIfExists(samples);
		}
		catch (IOException ex) {
			throw new InvalidInputException(samples + " cannot be removed: " + InvalidInputException.reason(ex), ex);
		}
	}

	/** Whether it still sends requests, or will soon. */
	public boolean isAlive() {
		return this.process.isAlive();
	}

	/** Ends it, with the requests in flight. */
	@Override
	public void close() {
		this.process.close();
	}

}
