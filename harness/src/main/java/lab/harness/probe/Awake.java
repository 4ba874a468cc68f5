package lab.harness.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import lab.harness.target.Engine;
import lab.harness.target.JavaProcess;
import lab.harness.target.Placement;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;

/**
 * Keeps the processors of a virtual machine from sleeping while runs are made. One that
 * has nothing to do is given up to the host, which hands it out to others and gives it
 * back late: the guest counts that as stolen time, and under a load that waits most of
 * the time it adds up. So a program loops wherever nothing else wants to run, in the
 * scheduler's idle class, which gives way at once (sched(7), {@code SCHED_IDLE}). What it
 * uses counts as idle.
 */
public final class Awake implements AutoCloseable {

	/** Lets the processors sleep. */
	public static final Awake NONE = new Awake(List.of());

	private static final List<String> GIVING_WAY = List.of("nice", "-n", "19", "chrt", "--idle", "0");

	private final List<Loops> all;

	private Awake(List<Loops> all) {
		this.all = all;
	}

	/**
	 * Whether to keep them awake: the host has taken time from this machine since it
	 * started, nothing limits the time that the harness and its processes may use, and it
	 * is possible.
	 * @param engine the engine of the containers, or null where there are none
	 * @throws InterruptedException when interrupted
	 */
	public static boolean helps(@Nullable Engine engine) throws InterruptedException {
		MachineSample machine = new MachineProbe(new SystemInfo().getHardware().getProcessor()).read();
		String limit = new ControlGroup(Path.of("/")).cpuLimit();
		return machine.stealMillis() > 0 && (limit == null || limit.equals(ControlGroup.MAX)) && isPossible(engine);
	}

	/**
	 * Whether this system has the scheduler's idle class, programs to enter it, and the
	 * services on its own kernel.
	 * @param engine the engine of the containers, or null where there are none
	 * @throws InterruptedException when interrupted
	 */
	public static boolean isPossible(@Nullable Engine engine) throws InterruptedException {
		if (!EnvironmentReader.isHere(engine)) {
			return false;
		}
		try {
			Process process = new ProcessBuilder(Stream.concat(GIVING_WAY.stream(), Stream.of("true")).toList())
				.redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start();
			return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Keeps all processors awake that a placement gives to anyone, until it is closed or
	 * the harness ends.
	 * @param placement where the services and the load run
	 * @param log file for what the program says
	 * @return what keeps them awake
	 */
	public static Awake start(Placement placement, Path log) {
		return new Awake(Stream.of(placement.app(), placement.backend(), placement.generator())
			.distinct()
			.map((processors) -> new Loops(processors,
					JavaProcess.start("the program that keeps processors awake", command(processors), log)))
			.toList());
	}

	private static List<String> command(List<Integer> processors) {
		List<String> words = new ArrayList<>(GIVING_WAY);
		words.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx8m",
				"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
				AwakeProgram.class.getName(), String.valueOf(ProcessHandle.current().pid())));
		return Placement.on(processors, words);
	}

	/** The times of a machine, what the loops used counted as idle. */
	MachineTimes asIdle(MachineTimes times) {
		MachineTimes counted = times;
		for (Loops loops : this.all) {
			counted = counted.withIdle(loops.processors(), loops.millis());
		}
		return counted;
	}

	@Override
	public void close() {
		this.all.forEach(Loops::stop);
	}

	/**
	 * The loops on some processors.
	 */
	private static final class Loops {

		private final List<Integer> processors;

		private final JavaProcess process;

		private long millis;

		Loops(List<Integer> processors, JavaProcess process) {
			this.processors = processors;
			this.process = process;
		}

		/** Their numbers, empty for all. */
		List<Integer> processors() {
			return this.processors;
		}

		/** Processor time so far; once they have ended, what they had used. */
		long millis() {
			this.millis = ProcessHandle.of(this.process.pid())
				.flatMap((handle) -> handle.info().totalCpuDuration())
				.map(Duration::toMillis)
				.orElse(this.millis);
			return this.millis;
		}

		void stop() {
			this.process.stop();
		}

	}

}
