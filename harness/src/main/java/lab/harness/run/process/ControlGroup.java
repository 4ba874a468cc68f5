package lab.harness.run.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * Control groups of Linux, with which a container gets a part of the processors' time. Of
 * version 1 the harness makes a group itself, as root; of version 2 systemd makes it.
 */
final class ControlGroup {

	/** The kernel's default: within each period the quota is given out anew. */
	private static final int PERIOD_MICROS = 100_000;

	private static final AtomicInteger MADE = new AtomicInteger();

	private static final String SYSTEMD = "systemd-run";

	/** The line of version 1, in nanoseconds, and that of version 2. */
	private static final Pattern THROTTLED = Pattern.compile("throttled_(time|usec) (\\d+)");

	private static final Pattern GROUP = Pattern.compile("(?m)^\\d+:([^:]*):(.*)$");

	private ControlGroup() {
	}

	/**
	 * Starts a command with a quota of the processors' time. The id of the process stays,
	 * since what moves it there replaces itself by the command.
	 * @param cpus processors, above 0
	 * @param start starts a command
	 * @throws InvalidInputException if this system has no such groups for this user
	 */
	static ChildProcess start(double cpus, List<String> command, Function<List<String>, ChildProcess> start) {
		Path parent = first();
		if (parent == null) {
			return start.apply(Stream.concat(systemd(cpus).stream(), command.stream()).toList());
		}
		Path group = parent.resolve("bench-%d-%d".formatted(ProcessHandle.current().pid(), MADE.incrementAndGet()));
		try {
			Files.createDirectory(group);
			Files.writeString(group.resolve("cpu.cfs_period_us"), String.valueOf(PERIOD_MICROS));
			Files.writeString(group.resolve("cpu.cfs_quota_us"), String.valueOf(Math.round(PERIOD_MICROS * cpus)));
		}
		catch (IOException ex) {
			throw new InvalidInputException("cpus: the control group " + group + " cannot be made: " + ex.getMessage()
					+ "; that needs root, or leave out cpus", ex);
		}
		ChildProcess process = start.apply(
				Stream
					.concat(Stream.of("sh", "-c", "echo $$ > \"$0\" && exec \"$@\"",
							group.resolve("cgroup.procs").toString()), command.stream())
					.toList());
		process.exit().whenComplete((code, failure) -> group.toFile().delete());
		return process;
	}

	/**
	 * Makes sure that a quota is possible.
	 * @throws InvalidInputException if not
	 */
	static void require() {
		if (first() == null) {
			systemd(1);
		}
	}

	/** The command of systemd that runs another with a quota. */
	private static List<String> systemd(double cpus) {
		List<String> command = List.of(SYSTEMD, isRoot() ? "--system" : "--user", "--scope", "--quiet",
				"--property=CPUQuota=" + Math.round(100 * cpus) + "%");
		String why;
		try {
			CommandOutput output = CommandOutput
				.of(new ProcessBuilder(Stream.concat(command.stream(), Stream.of("true")).toList())
					.redirectErrorStream(true), Duration.ofSeconds(10));
			why = (output.code() == 0) ? null : output.reason();
		}
		catch (IOException ex) {
			why = ex.getMessage();
		}
		if (why != null) {
			throw new InvalidInputException("cpus: a quota needs control groups of Linux, of version 1 as root or of "
					+ "version 2 with " + SYSTEMD + ", and it says: " + why.strip() + "; leave out cpus, or use a "
					+ "machine that has them");
		}
		return command;
	}

	private static boolean isRoot() {
		return "root".equals(System.getProperty("user.name"));
	}

	/** The group of version 1 that gives this process its processor time, or null. */
	private static @Nullable Path first() {
		long pid = ProcessHandle.current().pid();
		return folders(pid, Path.of("/")).filter((folder) -> Files.exists(folder.resolve("cpu.cfs_quota_us")))
			.findFirst()
			.orElse(null);
	}

	/**
	 * The folders of the groups of a process that may limit its processor time, those of
	 * version 1 first. A container sees its own group as the root.
	 * @param system the root of the file system
	 */
	static Stream<Path> folders(long pid, Path system) {
		String groups = Objects.requireNonNullElse(Kernel.text(system.resolve("proc/" + pid + "/cgroup")), "");
		Path root = system.resolve("sys/fs/cgroup");
		return GROUP.matcher(groups)
			.results()
			.filter((group) -> group.group(1).isEmpty() || List.of(group.group(1).split(",")).contains("cpu"))
			.sorted((one, other) -> Boolean.compare(one.group(1).isEmpty(), other.group(1).isEmpty()))
			.flatMap((group) -> {
				Path mounted = group.group(1).isEmpty() ? root : root.resolve(group.group(1));
				return Stream.of(mounted.resolve(group.group(2).substring(1)), mounted);
			})
			.distinct();
	}

	/**
	 * The file with the statistics of the group of a process, or null if it has no quota.
	 */
	static @Nullable Path statistics(long pid, Path system) {
		return folders(pid, system).filter(ControlGroup::hasQuota)
			.map((folder) -> folder.resolve("cpu.stat"))
			.findFirst()
			.orElse(null);
	}

	private static boolean hasQuota(Path folder) {
		String first = Kernel.text(folder.resolve("cpu.cfs_quota_us"));
		String second = Kernel.text(folder.resolve("cpu.max"));
		return first != null && !first.equals("-1") || second != null && !second.startsWith("max");
	}

	/** The time in milliseconds for which a quota let no thread of a group run. */
	static long throttledMillis(Path statistics) {
		Matcher time = THROTTLED.matcher(Objects.requireNonNullElse(Kernel.text(statistics), ""));
		return !time.find() ? 0 : Long.parseLong(time.group(2)) / ("time".equals(time.group(1)) ? 1_000_000 : 1000);
	}

}
