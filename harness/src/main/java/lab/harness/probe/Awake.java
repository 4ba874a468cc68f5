package lab.harness.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import lab.harness.experiment.On;
import lab.harness.target.JavaProcess;
import lab.harness.target.Placement;
import lab.harness.target.RunFailedException;
import oshi.SystemInfo;

/**
 * Keeps the processors of a virtual machine from sleeping while runs are made. One that
 * has nothing to do is given up to the host, which hands it out to others and gives it
 * back late: the guest counts that as stolen time, and under a load that waits most of
 * the time it adds up. So a program loops wherever nothing else wants to run, in the
 * scheduler's idle class, which gives way at once (sched(7), {@code SCHED_IDLE}). What it
 * uses counts as idle. It gives way within its own control group and to the groups in
 * that one, so for services in containers it must be in the root group.
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
	 * Whether to keep them awake, if it is possible: the host has taken time from this
	 * machine since it started.
	 * @return whether any time was stolen
	 */
	public static boolean helps() {
		return new MachineProbe(new SystemInfo().getHardware().getProcessor()).read().stealMillis() > 0;
	}

	/**
	 * Whether it can be done, and does no harm: this system has the scheduler's idle
	 * class and programs to enter it, and no quota limits the time that the harness and
	 * its processes may use, for the loops would use it up; and services in containers
	 * are in groups below that of the loops.
	 * @param on where the services run
	 * @return whether {@link #start} would keep processors awake
	 * @throws InterruptedException when interrupted
	 */
	public static boolean isPossible(On on) throws InterruptedException {
		ControlGroup group = new ControlGroup(Path.of("/"));
		String limit = group.cpuLimit();
		if ((limit != null && !limit.equals(ControlGroup.MAX)) || (on == On.DOCKER && !group.isRoot())) {
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
	 * @param folder folder for {@code awake-1.log} and so on, for what the program says
	 * @return what keeps them awake
	 * @throws lab.harness.experiment.InvalidInputException when it cannot be started
	 */
	public static Awake start(Placement placement, Path folder) {
		List<Loops> started = new ArrayList<>();
		for (List<Integer> processors : Stream.of(placement.app(), placement.backend(), placement.generator())
			.distinct()
			.toList()) {
			Path log = folder.resolve("awake-" + (started.size() + 1) + ".log");
			started.add(new Loops(processors,
					JavaProcess.start("the program that keeps processors awake", command(processors), log)));
		}
		return new Awake(List.copyOf(started));
	}

	private static List<String> command(List<Integer> processors) {
		List<String> words = new ArrayList<>(GIVING_WAY);
		words.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx8m",
				"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
				AwakeProgram.class.getName(), String.valueOf(ProcessHandle.current().pid())));
		return Placement.on(processors, words);
	}

	/**
	 * The times of a machine, what the loops used counted as idle. How much of it each
	 * processor had is not known; it is divided equally.
	 */
	MachineTimes asIdle(MachineTimes times) {
		MachineTimes counted = times;
		for (Loops loops : this.all) {
			counted = counted.withIdle(loops.processors(), loops.process().cpuMillis());
		}
		return counted;
	}

	/**
	 * Makes sure that they are still kept awake. Where the program was interrupted at the
	 * user's terminal, so is this thread.
	 * @throws RunFailedException when the program has ended
	 */
	void check() {
		for (Loops loops : this.all) {
			try {
				if (!loops.process().isAlive()) {
					throw loops.process().died();
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

	@Override
	public void close() {
		this.all.forEach((loops) -> loops.process().stop());
	}

	/**
	 * The program on some processors.
	 *
	 * @param processors their numbers, empty for all
	 * @param process the program
	 */
	private record Loops(List<Integer> processors, JavaProcess process) {

	}

}
