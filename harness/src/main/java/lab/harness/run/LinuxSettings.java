package lab.harness.run;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Reads the settings of a Linux machine that could change a result from {@code /proc} and
 * {@code /sys}; elsewhere there is nothing to read.
 *
 * @param root the root of the file system
 */
record LinuxSettings(Path root) {

	private static final String NO_LIMIT = "no limit";

	/** Some limits that are none are numbers near 2^63. */
	private static final BigDecimal INFINITE = BigDecimal.valueOf(Long.MAX_VALUE / 2);

	private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)]");

	private static final Pattern OPEN_FILES = Pattern.compile("Max open files\\s+(\\S+)\\s+(\\S+)");

	private static final int MOST_BYTES = 16 * 1024;

	/**
	 * The settings of the kernel, which containers share with their machine:
	 * {@code kernel}, {@code governor} of the clock of the processors, and
	 * {@code transparentHugePages}. What the system does not show is absent.
	 */
	Map<String, String> ofKernel() {
		Map<String, String> settings = new LinkedHashMap<>();
		put(settings, "kernel", text("proc/sys/kernel/osrelease"));
		put(settings, "governor", governor());
		put(settings, "transparentHugePages", found(CHOSEN, "sys/kernel/mm/transparent_hugepage/enabled", 1));
		return settings;
	}

	/**
	 * The settings of the processes of this machine: {@code container} that they are in,
	 * {@code cpuLimit} of the control group in microseconds of quota and period, its
	 * {@code memoryLimit} in bytes, {@code somaxconn}, {@code portRange},
	 * {@code synBacklog}, {@code openFilesSoft} and {@code openFilesHard}.
	 */
	Map<String, String> ofProcesses() {
		Map<String, String> settings = new LinkedHashMap<>();
		put(settings, "container", Files.exists(this.root.resolve(".dockerenv")) ? "Docker" : null);
		put(settings, "cpuLimit",
				tightest(limits("", (group) -> text(group.resolve("cpu.max"))), limits("cpu", LinuxSettings::quota)));
		put(settings, "memoryLimit", tightest(limits("", (group) -> text(group.resolve("memory.max"))),
				limits("memory", (group) -> text(group.resolve("memory.limit_in_bytes")))));
		put(settings, "somaxconn", text("proc/sys/net/core/somaxconn"));
		put(settings, "portRange", text("proc/sys/net/ipv4/ip_local_port_range"));
		put(settings, "synBacklog", text("proc/sys/net/ipv4/tcp_max_syn_backlog"));
		put(settings, "openFilesSoft", limit(found(OPEN_FILES, "proc/self/limits", 1)));
		put(settings, "openFilesHard", limit(found(OPEN_FILES, "proc/self/limits", 2)));
		return settings;
	}

	/** That of every processor, where they differ. */
	private @Nullable String governor() {
		TreeSet<String> governors = new TreeSet<>();
		try (DirectoryStream<Path> processors = Files.newDirectoryStream(this.root.resolve("sys/devices/system/cpu"),
				"cpu[0-9]*")) {
			for (Path processor : processors) {
				String governor = text(processor.resolve("cpufreq/scaling_governor"));
				if (governor != null) {
					governors.add(governor);
				}
			}
		}
		catch (IOException ex) {
			return null;
		}
		return governors.isEmpty() ? null : String.join(", ", governors);
	}

	private @Nullable String found(Pattern pattern, String file, int group) {
		Matcher matcher = pattern.matcher(Objects.requireNonNullElse(text(file), ""));
		return matcher.find() ? matcher.group(group) : null;
	}

	/** Of control groups of version 1 (cgroups(7)). */
	private static @Nullable String quota(Path group) {
		String quota = text(group.resolve("cpu.cfs_quota_us"));
		String period = text(group.resolve("cpu.cfs_period_us"));
		return (quota == null || period == null) ? null : (quota.startsWith("-") ? "max" : quota) + " " + period;
	}

	/** The tightest of the limits of both versions of control groups. */
	private static @Nullable String tightest(Stream<String> second, Stream<String> first) {
		List<String> limits = Stream.concat(second, first).toList();
		return limits.stream().min(Comparator.comparing(LinuxSettings::amount)).map(LinuxSettings::limit).orElse(null);
	}

	private static @Nullable String limit(@Nullable String limit) {
		return (limit != null && amount(limit).compareTo(INFINITE) >= 0) ? NO_LIMIT : limit;
	}

	/** Quota over period, or bytes, or files; infinite for a word. */
	private static BigDecimal amount(String limit) {
		String[] parts = limit.split(" ");
		try {
			return new BigDecimal(parts[0]).divide(new BigDecimal((parts.length > 1) ? parts[1] : "1"),
					MathContext.DECIMAL64);
		}
		catch (ArithmeticException | NumberFormatException ex) {
			return INFINITE;
		}
	}

	/**
	 * The limits of the control group that this process is in, and of each above it, as
	 * far as they can be seen.
	 */
	private Stream<String> limits(String controller, Function<Path, @Nullable String> limit) {
		Path mount = this.root.resolve("sys/fs/cgroup").resolve(controller);
		Path group = mount.resolve(group(controller)).normalize();
		return Stream.iterate(group, (path) -> path != null && path.startsWith(mount), Path::getParent)
			.map(limit)
			.filter(Objects::nonNull);
	}

	/** The group's path below the mount of a controller; none of version 2. */
	private String group(String controller) {
		return Stream.of(Objects.requireNonNullElse(text("proc/self/cgroup"), "").split("\n"))
			.map((line) -> line.split(":", 3))
			.filter((parts) -> parts.length == 3 && List.of(parts[1].split(",")).contains(controller))
			.map((parts) -> parts[2].replaceFirst("^/+", ""))
			.findFirst()
			.orElse("");
	}

	private static void put(Map<String, String> settings, String name, @Nullable String value) {
		if (value != null) {
			settings.put(name, value);
		}
	}

	private @Nullable String text(String file) {
		return text(this.root.resolve(file));
	}

	/**
	 * What a file of the kernel holds, or null where there is none. It is asked for in
	 * one piece: those below {@code /proc/sys} have nothing to give to a second read, and
	 * {@link Files#readString} begins with a single byte of a file whose size is 0.
	 */
	static @Nullable String text(Path file) {
		try (InputStream in = Files.newInputStream(file)) {
			byte[] piece = new byte[MOST_BYTES];
			String text = new String(piece, 0, in.readNBytes(piece, 0, piece.length), StandardCharsets.UTF_8).strip();
			return text.isEmpty() ? null : text.replace('\t', ' ');
		}
		catch (IOException | SecurityException ex) {
			return null;
		}
	}

}
