package lab.harness.probe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.target.Container;
import lab.harness.target.Jvm;

/**
 * The kernel of the engine, whose files are read within the containers: what it tells
 * there of a process and of the machine is the same as outside, and the connections are
 * those of the container. {@code docker stats} rounds its figures and takes two seconds
 * for each.
 */
final class ContainerKernel implements Kernel {

	/** The JVM is the first process of its container. */
	private static final String PROCESS = "/proc/1/stat /proc/1/status /proc/1/task/[0-9]*/schedstat";

	private static final String CONNECTIONS = "/proc/net/tcp /proc/net/tcp6";

	private static final String MACHINE = "/proc/stat";

	/** A tick of the clock, 100 a second whatever the kernel's own (proc_pid_stat(5)). */
	private static final long TICK_MILLIS = 10;

	/** State, twelfth and thirteenth figure after the name: utime and stime. */
	private static final int USER = 11;

	private static final Pattern CORE = Pattern.compile("cpu(\\d*)");

	private static final Pattern SCHEDSTAT = Pattern.compile("\\d+ \\d+ (\\d+)");

	private static final int TICK_TYPES = 8;

	private final Container app;

	ContainerKernel(Container app) {
		this.app = app;
	}

	@Override
	public Optional<ProcessSample> process(Jvm jvm) {
		return (jvm instanceof Container container)
				? container.kernelFiles(PROCESS).filter((lines) -> lines.size() > 1).map(ContainerKernel::process)
				: Optional.empty();
	}

	@Override
	public int connections(int port) {
		return this.app.kernelFiles(CONNECTIONS)
			.map((rows) -> ConnectionProbe.established(rows.stream(), port))
			.orElse(0);
	}

	@Override
	public Optional<MachineTimes> machine() {
		return this.app.kernelFiles(MACHINE).filter((lines) -> !lines.isEmpty()).map(ContainerKernel::machine);
	}

	/** From stat, status, and the schedstat of each thread. */
	static ProcessSample process(List<String> lines) {
		String stat = lines.getFirst();
		// The name may hold spaces, and ends with the last bracket.
		String[] figures = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
		long ticks = Long.parseLong(figures[USER]) + Long.parseLong(figures[USER + 1]);
		long switches = 0;
		for (String line : lines) {
			Matcher thread = SCHEDSTAT.matcher(line);
			switches += thread.matches() ? Long.parseLong(thread.group(1)) : 0;
		}
		return new ProcessSample(ticks * TICK_MILLIS, status(lines, "VmRSS") * 1024, (int) status(lines, "Threads"),
				switches);
	}

	private static long status(List<String> lines, String key) {
		return lines.stream()
			.filter((line) -> line.startsWith(key + ":"))
			.mapToLong((line) -> Long.parseLong(line.replaceAll("\\D", "")))
			.findFirst()
			.orElse(0);
	}

	static MachineTimes machine(List<String> lines) {
		MachineSample all = new MachineSample(0, 0, 0);
		List<CoreSample> cores = new ArrayList<>();
		for (String line : lines) {
			String[] cells = line.split(" +");
			Matcher name = CORE.matcher(cells[0]);
			if (name.matches()) {
				MachineSample sample = MachineProbe.sample(Arrays.stream(cells)
					.skip(1)
					.limit(TICK_TYPES)
					.mapToLong((ticks) -> Long.parseLong(ticks) * TICK_MILLIS)
					.toArray());
				if (name.group(1).isEmpty()) {
					all = sample;
				}
				else {
					cores.add(
							new CoreSample(Integer.parseInt(name.group(1)), sample.totalMillis(), sample.idleMillis()));
				}
			}
		}
		return new MachineTimes(all, cores);
	}

}
