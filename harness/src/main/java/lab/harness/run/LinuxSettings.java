package lab.harness.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Reads the settings of a Linux machine that could change a result, as the text of their
 * files in {@code /proc} and {@code /sys}; elsewhere there is nothing to read.
 *
 * @param root the root of the file system
 */
record LinuxSettings(Path root) {

	private static final Pattern OPEN_FILES = Pattern.compile("Max open files\\s+(\\S+)\\s+(\\S+)");

	private static final int MAX_BYTES = 16 * 1024;

	/**
	 * Reads {@code kernel}, {@code governor} of the first processor's clock,
	 * {@code transparentHugePages}, the {@code container} that this process is in, the
	 * limits of its control group, of version 2 or 1 (cgroups(7)), {@code somaxconn},
	 * {@code portRange}, {@code synBacklog}, {@code openFilesSoft} and
	 * {@code openFilesHard}. Settings that the system does not show are absent.
	 */
	Map<String, String> read() {
		Map<String, String> settings = new LinkedHashMap<>();
		put(settings, "kernel", text("proc/sys/kernel/osrelease"));
		put(settings, "governor", text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
		put(settings, "transparentHugePages", text("sys/kernel/mm/transparent_hugepage/enabled"));
		put(settings, "container", Files.exists(this.root.resolve(".dockerenv")) ? "Docker" : null);
		put(settings, "cpu.max", ofGroup("", "cpu.max"));
		put(settings, "cpu.cfs_quota_us", ofGroup("cpu", "cpu.cfs_quota_us"));
		put(settings, "cpu.cfs_period_us", ofGroup("cpu", "cpu.cfs_period_us"));
		put(settings, "memory.max", ofGroup("", "memory.max"));
		put(settings, "memory.limit_in_bytes", ofGroup("memory", "memory.limit_in_bytes"));
		put(settings, "somaxconn", text("proc/sys/net/core/somaxconn"));
		put(settings, "portRange", text("proc/sys/net/ipv4/ip_local_port_range"));
		put(settings, "synBacklog", text("proc/sys/net/ipv4/tcp_max_syn_backlog"));
		Matcher openFiles = OPEN_FILES.matcher(Objects.requireNonNullElse(text("proc/self/limits"), ""));
		if (openFiles.find()) {
			settings.put("openFilesSoft", openFiles.group(1));
			settings.put("openFilesHard", openFiles.group(2));
		}
		return settings;
	}

	/**
	 * Reads a file of this process's control group. In a container the group may have
	 * another path than on the machine; there it is mounted at the top.
	 * @param controller the controller of version 1, empty for version 2
	 */
	private @Nullable String ofGroup(String controller, String file) {
		Path mount = this.root.resolve("sys/fs/cgroup").resolve(controller);
		String group = Stream.of(Objects.requireNonNullElse(text("proc/self/cgroup"), "").split("\n"))
			.map((line) -> line.split(":", 3))
			.filter((parts) -> parts.length == 3 && List.of(parts[1].split(",")).contains(controller))
			.map((parts) -> parts[2].replaceFirst("^/+", ""))
			.findFirst()
			.orElse("");
		String limit = text(mount.resolve(group).resolve(file));
		return (limit != null) ? limit : text(mount.resolve(file));
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
	 * Reads a file of the kernel, in one piece: those below {@code /proc/sys} answer only
	 * the first read, and {@link Files#readString} first reads a single byte of a file
	 * whose size is 0.
	 * @return its text, or null if it cannot be read
	 */
	static @Nullable String text(Path file) {
		try (InputStream in = Files.newInputStream(file)) {
			byte[] piece = new byte[MAX_BYTES];
			String text = new String(piece, 0, in.readNBytes(piece, 0, piece.length), StandardCharsets.UTF_8).strip();
			return text.isEmpty() ? null : text.replace('\t', ' ');
		}
		catch (IOException | SecurityException ex) {
			return null;
		}
	}

}
