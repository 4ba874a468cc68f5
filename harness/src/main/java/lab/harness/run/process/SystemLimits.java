package lab.harness.run.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * What Linux allows a process, as far as many users need it: in JMeter each has a thread,
 * an open file and a port, in an app an open file, and another while it waits for the
 * backend. What a system does not say is no limit.
 *
 * @param system the root of the file system
 */
public record SystemLimits(Path system) {

	/** Files besides connections, such as jars, logs and the JVM's own. */
	private static final int OTHER_FILES = 500;

	/** Threads besides those of the users. */
	private static final int OTHER_THREADS = 200;

	/** A thread maps its stack, and the pages that guard it. */
	private static final int MAPS_OF_A_THREAD = 2;

	private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files +\\S+ +(\\d+)\\b");

	private static final Pattern TWO_PORTS = Pattern.compile("(\\d+)\\s+(\\d+)");

	private static final Pattern NUMBER = Pattern.compile("(\\d+)");

	/**
	 * Makes sure that a load is possible, before anything is started.
	 * @param users the users of JMeter
	 * @param waiting those of them whose requests wait for the backend at the same time
	 * @throws InvalidInputException if it is not; says which limit, and how to raise it
	 */
	public void require(int users, int waiting) {
		int files = users + waiting + OTHER_FILES;
		String shell = "raise it with 'ulimit -n %d', as root if it is refused".formatted(files);
		require(users, files, "open files in one process", limit("proc/self/limits", OPEN_FILES), shell);
		Matcher ports = find("proc/sys/net/ipv4/ip_local_port_range", TWO_PORTS);
		require(users, users, "ports of clients",
				(ports != null) ? (Long) (number(ports, 2) - number(ports, 1) + 1) : null,
				"net.ipv4.ip_local_port_range allows no more to one address; ask with fewer users");
		int threads = users + OTHER_THREADS;
		for (String name : List.of("kernel/pid_max", "kernel/threads-max", "vm/max_map_count")) {
			int times = name.startsWith("vm") ? MAPS_OF_A_THREAD : 1;
			require(users, times * threads, (times == 1) ? "threads" : "mappings for the stacks of threads",
					limit("proc/sys/" + name, NUMBER),
					"raise it with 'sysctl -w %s=%d' as root".formatted(name.replace('/', '.'), 2 * times * threads));
		}
		groups().forEach((file) -> require(users, threads, "threads", limit(file, NUMBER),
				"the control group allows no more (/" + file + "); raise it there"));
	}

	private static void require(int users, long needed, String what, @Nullable Long limit, String cure) {
		InvalidInputException.require(limit == null || needed <= limit, "users",
				"%d users need %d %s, and %d are allowed; %s".formatted(users, needed, what, limit, cure));
	}

	/**
	 * The files with the most processes of the control groups of this process, of version
	 * 1 and 2, below the root. A container sees its own group as the root.
	 */
	private Stream<String> groups() {
		return text("proc/self/cgroup").lines()
			.filter((line) -> line.startsWith("0::") || line.contains(":pids:"))
			.flatMap((line) -> {
				String root = "sys/fs/cgroup" + (line.startsWith("0::") ? "" : "/pids");
				String path = line.substring(line.lastIndexOf(':') + 1);
				return Stream.of(root + path, root).distinct();
			})
			.map((folder) -> folder.replaceFirst("/$", "") + "/pids.max");
	}

	private @Nullable Long limit(String file, Pattern pattern) {
		Matcher found = find(file, pattern);
		return (found != null) ? (Long) number(found, 1) : null;
	}

	private static long number(Matcher found, int group) {
		return Long.parseLong(Objects.requireNonNull(found.group(group)));
	}

	private @Nullable Matcher find(String file, Pattern pattern) {
		Matcher matcher = pattern.matcher(text(file));
		return matcher.find() ? matcher : null;
	}

	/** The content of a file, empty if it cannot be read. */
	private String text(String file) {
		return Objects.requireNonNullElse(Kernel.text(this.system.resolve(file)), "");
	}

}
