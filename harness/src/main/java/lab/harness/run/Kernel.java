package lab.harness.run;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import lab.harness.model.Sample.CoreSample;
import lab.harness.model.Sample.MachineSample;
import lab.harness.model.Sample.ProcessSample;

/**
 * The counters that the kernel has of a JVM and of its machine: this machine, or that of
 * a container engine, which may be virtual.
 */
public interface Kernel {

	/** State {@code TCP_ESTABLISHED} in {@code /proc/net/tcp} (proc_pid_net(5)). */
	String ESTABLISHED = "01";

	/** The figures of the JVM now, or empty if it has ended or the kernel is silent. */
	Optional<ProcessSample> process();

	/** Established connections whose local end is a port of the JVM. */
	int connections(int port);

	/** Processor time of the machine now, or empty if the kernel is silent. */
	Optional<MachineSample> machine();

	/** The established connections among the rows of {@code /proc/net/tcp}. */
	static int established(Stream<String> rows, int port) {
		String end = ":%04X".formatted(port);
		return (int) rows.map((row) -> row.strip().split(" +", 5))
			.filter((cells) -> cells.length == 5 && cells[1].endsWith(end) && cells[3].equals(ESTABLISHED))
			// The table is read in pieces, and a change may move a row into the next one.
			.map((cells) -> cells[1] + cells[2])
			.distinct()
			.count();
	}

	/**
	 * Processor time from ticks in milliseconds, in the order of proc_stat(5): user,
	 * nice, system, idle, iowait, irq, softirq, steal. Guest time, which follows there,
	 * is within user time.
	 * @param ticks of all processors together
	 * @param cores those of each
	 */
	static MachineSample machine(long[] ticks, List<CoreSample> cores) {
		return new MachineSample(total(ticks), idle(ticks), ticks[7], cores);
	}

	/** Processor time of one processor, from its ticks. */
	static CoreSample core(int processor, long[] ticks) {
		return new CoreSample(processor, total(ticks), idle(ticks));
	}

	private static long total(long[] ticks) {
		return Arrays.stream(ticks).limit(8).sum();
	}

	private static long idle(long[] ticks) {
		return ticks[3] + ticks[4];
	}

}
