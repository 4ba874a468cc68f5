package lab.harness.run.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.Sample.CoreSample;
import lab.harness.model.result.Sample.MachineSample;
import lab.harness.model.result.Sample.ProcessSample;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.LogicalProcessor;
import oshi.software.os.InternetProtocolStats.TcpState;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/**
 * The kernel's counters of a process and of this machine, read by OSHI. Connections are
 * read from {@code /proc/net/tcp} where there is one: OSHI also looks for the owner of
 * each among all open files, and takes three times as long.
 */
public final class Kernel {

	/** State {@code TCP_ESTABLISHED} in {@code /proc/net/tcp} (proc_pid_net(5)). */
	private static final String ESTABLISHED = "01";

	/** The kernel shows 100 ticks a second, whatever its own clock. */
	private static final long TICK_MILLIS = 10;

	private static final int MAX_BYTES = 16 * 1024;

	/** Index of cutime among the figures after the name. */
	private static final int CUTIME = 13;

	/** Shared, because to describe the machine takes longer than to sample it. */
	private static final SystemInfo SYSTEM = new SystemInfo();

	private final OperatingSystem os = SYSTEM.getOperatingSystem();

	private final CentralProcessor processor = SYSTEM.getHardware().getProcessor();

	private final int pid;

	private final List<Path> tables;

	/**
	 * The file that says how long a quota held the process up, once it was looked for.
	 */
	private @Nullable Optional<Path> throttled;

	/** Whether a thread compiles, by its folder: a thread keeps its name. */
	private final Map<Path, Boolean> compiles = new ConcurrentHashMap<>();

	private final Map<Path, Long> compilerNanos = new ConcurrentHashMap<>();

	/** The id for a process that is not visible from here. */
	public static final long UNSEEN = 0;

	public Kernel(long pid) {
		this(pid, Path.of("/proc/net"));
	}

	/** Reads the tables {@code tcp} and {@code tcp6} in a folder. */
	public Kernel(long pid, Path network) {
		this.pid = Math.toIntExact(pid);
		this.tables = Stream.of("tcp", "tcp6").map(network::resolve).filter(Files::isReadable).toList();
	}

	/** The id of the process. */
	public long pid() {
		return this.pid;
	}

	/** The figures of the process now, or empty if it has ended. */
	public Optional<ProcessSample> process() {
		return process(true);
	}

	/**
	 * The figures of the process alone. Fifteen thousand threads, those of a generator,
	 * take a sixth of two processors to read once a second (measured).
	 */
	public Optional<ProcessSample> processWithoutThreads() {
		return process(false);
	}

	private Optional<ProcessSample> process(boolean withThreads) {
		if (this.pid == UNSEEN) {
			return Optional.of(ProcessSample.UNSEEN);
		}
		OSProcess process = this.os.getProcess(this.pid);
		if (process == null || process.getState() == OSProcess.State.INVALID) {
			return Optional.empty();
		}
		long cpuMillis = process.getKernelTime() + process.getUserTime();
		List<Path> threads = withThreads ? threads() : List.of();
		return Optional.of(new ProcessSample(cpuMillis, process.getResidentSetSize(), process.getThreadCount(),
				threads.isEmpty() ? process.getContextSwitches() : contextSwitches(threads), compilerMillis()));
	}

	public MachineSample machine() {
		long[][] ticks = this.processor.getProcessorCpuLoadTicks();
		List<LogicalProcessor> processors = this.processor.getLogicalProcessors();
		List<CoreSample> cores = new ArrayList<>();
		for (int i = 0; i < Math.min(ticks.length, processors.size()); i++) {
			cores.add(new CoreSample(processors.get(i).getProcessorNumber(), idle(ticks[i])));
		}
		return machine(this.processor.getSystemCpuLoadTicks(), cores);
	}

	/** Established connections whose local end is a port. */
	public int connections(int port) {
		if (this.tables.isEmpty()) {
			return (int) this.os.getInternetProtocolStats()
				.getConnections()
				.stream()
				.filter((row) -> row.getLocalPort() == port && row.getState() == TcpState.ESTABLISHED)
				.count();
		}
		return this.tables.stream().mapToInt((table) -> established(table, port)).sum();
	}

	private static int established(Path table, int port) {
		String end = ":%04X".formatted(port);
		try (Stream<String> rows = Files.lines(table, StandardCharsets.ISO_8859_1)) {
			return (int) rows.map((row) -> row.strip().split(" +", 5))
				.filter((cells) -> cells.length == 5 && cells[1].endsWith(end) && cells[3].equals(ESTABLISHED))
				// The table is read in pieces, and a change may repeat a row in the next.
				.map((cells) -> cells[1] + cells[2])
				.distinct()
				.count();
		}
		catch (IOException | UncheckedIOException ex) {
			if (!Files.exists(table)) {
				// The process has ended, and its network with it.
				return 0;
			}
			throw new RunFailedException("cannot read " + table + ": " + ex.getMessage(), ex);
		}
	}

	/**
	 * Processor time from ticks in milliseconds, in the order of proc_stat(5): user,
	 * nice, system, idle, iowait, irq, softirq, steal.
	 */
	public static MachineSample machine(long[] ticks, List<CoreSample> cores) {
		return new MachineSample(idle(ticks), ticks[7], cores);
	}

	private static long idle(long[] ticks) {
		return ticks[3] + ticks[4];
	}

	/** The threads of the process, none if the system does not show how they ran. */
	private List<Path> threads() {
		Path tasks = Path.of("/proc/" + this.pid + "/task");
		if (!Files.exists(tasks.resolve(this.pid + "/schedstat"))) {
			return List.of();
		}
		try (Stream<Path> threads = Files.list(tasks)) {
			return threads.toList();
		}
		catch (IOException | UncheckedIOException ex) {
			// The process ended while its threads were listed.
			return List.of();
		}
	}

	/**
	 * Sums up the context switches of all threads that live: on Linux OSHI reads
	 * {@code /proc/PID/status}, which counts those of the first thread alone, and in a
	 * JVM that one only waits. The CPU time of the compilers is a by-product. The first
	 * figure of {@code schedstat} is the time that a thread ran, in nanoseconds, the
	 * third how often it was put on a processor (Linux,
	 * Documentation/scheduler/sched-stats.rst); reading it is a quarter of the work of
	 * reading {@code status}.
	 */
	private long contextSwitches(List<Path> threads) {
		long switches = 0;
		for (Path thread : threads) {
			try {
				String[] figures = Files.readString(thread.resolve("schedstat")).strip().split(" ");
				switches += Long.parseLong(figures[2]);
				if (this.compiles.computeIfAbsent(thread, Kernel::isCompiler)) {
					this.compilerNanos.put(thread, Long.parseLong(figures[0]));
				}
			}
			catch (IOException ex) {
				// The thread ended between the listing and this line.
			}
		}
		return switches;
	}

	/**
	 * The time in milliseconds for which a quota of processor time let none of its
	 * threads run, summed over the processors; null without a quota. A new process is
	 * moved into its group by itself, so it is not there from the beginning.
	 */
	public @Nullable Long throttledMillis() {
		Optional<Path> file = this.throttled;
		if (file == null) {
			file = Optional.ofNullable(ControlGroup.statistics(this.pid, Path.of("/")));
			this.throttled = file;
		}
		return file.map(ControlGroup::throttledMillis).orElse(null);
	}

	/** The compilers that have ended count too. */
	private @Nullable Long compilerMillis() {
		return this.compilerNanos.isEmpty() ? null
				: (Long) (this.compilerNanos.values().stream().mapToLong(Long::longValue).sum() / 1_000_000);
	}

	/** Whether a thread has the name of HotSpot's compilers, cut to 15 characters. */
	static boolean isCompiler(Path thread) {
		try {
			return Files.readString(thread.resolve("comm")).contains(" CompilerThre");
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Processor time of all children of the harness that have ended: the figures cutime
	 * and cstime of proc_pid_stat(5), which count the whole life of a process and of the
	 * children that it waited for.
	 * @return milliseconds; 0 if the system does not show it
	 */
	public static long endedChildrenCpuMillis() {
		try {
			String stat = Files.readString(Path.of("/proc/self/stat"));
			// The name before the last bracket may contain blanks.
			String[] figures = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
			return TICK_MILLIS * (Long.parseLong(figures[CUTIME]) + Long.parseLong(figures[CUTIME + 1]));
		}
		catch (IOException ex) {
			return 0;
		}
	}

	/**
	 * Reads a file of the kernel, in one piece: those below {@code /proc/sys} answer only
	 * the first read, and {@link Files#readString} first reads a single byte of a file
	 * whose size is 0.
	 * @return its text, or null if it cannot be read
	 */
	public static @Nullable String text(Path file) {
		try (InputStream in = Files.newInputStream(file)) {
			byte[] piece = new byte[MAX_BYTES];
			String text = new String(piece, 0, in.readNBytes(piece, 0, MAX_BYTES), StandardCharsets.UTF_8).strip();
			return text.isEmpty() ? null : text.replace('\t', ' ');
		}
		catch (IOException ex) {
			return null;
		}
	}

}
