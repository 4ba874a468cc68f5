package lab.harness.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.Application;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Subject;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Knowledge;
import lab.harness.model.result.RunFailedException;
import lab.harness.run.process.ChildProcess;
import lab.harness.run.process.JvmSpec;
import org.jspecify.annotations.Nullable;

/**
 * Starts JMeter without its GUI, and reads what it prints.
 *
 * @param processors the processors that JMeter may use, empty for all
 */
record JMeter(Launcher launcher, List<Integer> processors) {

	/** Longer than any trial: it is stopped when the trial is over. */
	private static final Duration TRIAL = Duration.ofSeconds(99);

	/**
	 * Without the optimising compiler JMeter needs half the CPU time in its first seconds
	 * (measured), which it would take from the app.
	 */
	static final List<String> FLAGS = List.of("-XX:+ExitOnOutOfMemoryError", Subject.QUICK_COMPILER,
			"-Djava.awt.headless=true", "-Duser.language=en", "-Duser.region=EN");

	static final String SERIAL_COLLECTOR = "-XX:+UseSerialGC";

	/**
	 * A waiting user holds 0.1 MiB. The serial collector copies what 5000 hold at once
	 * and stops JMeter for one or two seconds (measured); G1 copies a part at a time.
	 */
	private static final String MANY_USERS_COLLECTOR = "-XX:+UseG1GC";

	private static final int ENOUGH_HEAP_MIB = 1024;

	private static final int MANY_USERS = 4000;

	/**
	 * JMeter's own last summary line, such as
	 * {@code summary =  58000 in 00:01:00 =  964.2/s Avg:   501 Min:     0 Max:  1012 Err:     0 (0.00%)}.
	 */
	private static final Pattern SUMMARY = Pattern
		.compile("summary =\\s+\\d+ in \\S+ =\\s+([\\d.]+)/s .*Err:\\s+\\d+ .*");

	/**
	 * Starts the measured load, which writes {@code load.jtl}, {@code jmeter.log} and
	 * {@code jmeter.out}, and {@code jmeter.jmx} if the request needs a plan of its own.
	 */
	ChildProcess measure(Evidence evidence, int port, Knowledge knowledge) {
		Load load = evidence.run().variant().service().load();
		return start(evidence, port, load, load.measure(), "jmeter", samples(evidence.jtl(), !knowledge.hasLedger()));
	}

	/**
	 * Starts the load that warms up, which writes {@code warm-up.log} and
	 * {@code warm-up.out}.
	 * @param samples the file of its samples, if nobody else counts them, or null
	 */
	ChildProcess warmUp(Evidence evidence, Load load, int port, Duration time, @Nullable Path samples) {
		return start(evidence, port, load, time, "warm-up", (samples == null) ? List.of() : samples(samples, true));
	}

	/** Arguments that write the samples, each at once if their lines are a count. */
	private static List<String> samples(Path file, boolean counted) {
		List<String> arguments = new ArrayList<>(List.of("-l", file.toAbsolutePath().toString()));
		if (counted) {
			arguments.add("-Jjmeter.save.saveservice.autoflush=true");
		}
		return arguments;
	}

	/** Starts a load without samples, to be stopped soon. */
	ChildProcess trial(Evidence evidence, Load load, int port) {
		return start(evidence, port, load, TRIAL, "trial", List.of());
	}

	private ChildProcess start(Evidence evidence, int port, Load load, Duration duration, String name,
			List<String> samples) {
		Run run = evidence.run();
		Path folder = evidence.folder().toAbsolutePath();
		Application app = run.variant().service().app();
		List<String> arguments = new ArrayList<>(List.of("-n", "-t", plan(evidence, load, name).toString()));
		arguments.addAll(List.of("-Jhost=" + app.host(), "-Jport=" + port));
		if (!app.scheme().equals("http")) {
			arguments.add("-Jprotocol=" + app.scheme());
		}
		if (load.request().isPlain()) {
			arguments.add("-Jpath=" + load.request().path().first());
		}
		if (!load.request().success().isEmpty()) {
			arguments.add("-Jsuccess=" + load.request().successPattern());
		}
		arguments.addAll(List.of("-Jusers=" + load.generatorUsers(), "-Jramp=" + load.ramp().toSeconds(),
				"-Jduration=" + duration.toSeconds(), "-Jtimeout=" + load.timeout().toMillis(),
				"-Jlabel=" + run.variant().name()));
		if (!load.thinkTime().isZero()) {
			arguments.add("-Jthink=" + load.thinkTime().toMillis());
		}
		if (load.open()) {
			// More columns: the cause that an answer states, and the start of the test,
			// from which JMeter counts the times of arrivals.
			arguments.addAll(List.of("-Jrate=" + load.rate(), "-Jseed=" + run.seed(),
					"-Jconnect-timeout=" + load.timeout().toMillis(),
					"-Jsample_variables=problem," + ArrivalSchedule.TEST_START));
		}
		arguments.addAll(samples);
		arguments.addAll(List.of("-j", folder.resolve(name + ".log").toString()));
		List<String> flags = new ArrayList<>(FLAGS);
		flags.add((load.generatorUsers() > MANY_USERS) ? MANY_USERS_COLLECTOR : SERIAL_COLLECTOR);
		flags.addAll(List.of("-Xms" + heapMiB(load) + "m", "-Xmx" + heapMiB(load) + "m"));
		Path secret = secret(app);
		if (secret != null) {
			arguments.addAll(List.of("-q", secret.toString()));
		}
		ChildProcess process = this.launcher.start(
				new JvmSpec("JMeter", JvmSpec.JMETER, flags, arguments, this.processors, null), folder,
				folder.resolve(name + ".out"));
		if (secret != null) {
			process.exit().whenComplete((code, failure) -> secret.toFile().delete());
		}
		return process;
	}

	/**
	 * The login in a file that only its owner can read, or null without one. The command
	 * line and the plan become part of the result.
	 */
	private static @Nullable Path secret(Application app) {
		if (app.authorization() == null) {
			return null;
		}
		try {
			Path file = Files.createTempFile("bench", ".properties");
			file.toFile().deleteOnExit();
			return Files.writeString(file, RequestPlan.AUTHORIZATION + "=" + app.authorization());
		}
		catch (IOException ex) {
			throw new RunFailedException("no temporary file can be written: " + ex.getMessage(), ex);
		}
	}

	/**
	 * The heap of a load: a user needs 1.5 MiB until there is enough for all the garbage
	 * of a second, and from 4000 users on 0.2 MiB for what lives.
	 */
	static int heapMiB(Load load) {
		int users = load.generatorUsers();
		return Math.min(ENOUGH_HEAP_MIB, ENOUGH_HEAP_MIB / 4 + users * 3 / 2) + Math.max(0, users - MANY_USERS) / 5;
	}

	/**
	 * The plan of a load: the shipped one for a GET of one path, otherwise one that is
	 * written into the folder of the run.
	 */
	private Path plan(Evidence evidence, Load load, String name) {
		Path shipped = requirePlan(load);
		boolean hasLogin = evidence.run().variant().service().app().authorization() != null;
		if (load.request().isPlain() && !hasLogin) {
			return shipped;
		}
		Path plan = evidence.folder().toAbsolutePath().resolve(name + ".jmx");
		try {
			RequestPlan.write(shipped, load.request(), hasLogin, evidence.run().seed(), plan);
		}
		catch (IOException ex) {
			throw new RunFailedException("cannot write " + plan + ": " + ex.getMessage(), ex);
		}
		return plan;
	}

	/** Makes sure that JMeter and the plans of a service are there. */
	void require(Service service) {
		requirePlan(service.load());
		requirePlan(service.load().whileWarmingUp(1));
		this.launcher.require(JvmSpec.JMETER, null);
	}

	/**
	 * The longest that a load may take, with a minute for JMeter's start on a busy
	 * machine, and time for the last answers.
	 */
	static Duration bound(Load load, Duration duration) {
		return duration.plus(load.timeout()).plusSeconds(60);
	}

	/**
	 * The throughput that JMeter's last summary states. It also counts failed samples,
	 * and divides by the time from the first sample to the last, including ramp and
	 * drain.
	 * @return samples a second
	 * @throws RunFailedException if JMeter printed none
	 */
	static double summary(Path output) throws IOException {
		List<String> lines = new String(Files.readAllBytes(output), StandardCharsets.UTF_8).lines().toList();
		return lines.stream()
			.map(SUMMARY::matcher)
			.filter(Matcher::matches)
			.mapToDouble((matcher) -> Double.parseDouble(matcher.group(1)))
			.reduce((earlier, later) -> later)
			.orElseThrow(() -> new RunFailedException("JMeter printed no summary: no request was made",
					lines.subList(0, Math.min(ChildProcess.LOG_TAIL, lines.size()))));
	}

	private Path requirePlan(Load load) {
		Path plan = this.launcher.root().resolve("jmeter").resolve(load.plan() + ".jmx").toAbsolutePath();
		if (!Files.isRegularFile(plan)) {
			throw new InvalidInputException("no plan " + load.plan() + ": " + plan + " is missing");
		}
		return plan;
	}

}
