package lab.harness.probe;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Reads the settings of a Linux machine from {@code /proc} and {@code /sys}; elsewhere
 * there is nothing to read.
 */
final class SettingsReader {

	private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)]");

	private static final Pattern OPEN_FILES = Pattern.compile("Max open files\\s+(\\S+)\\s+(\\S+)");

	private static final int MOST_BYTES = 16 * 1024;

	private final Path root;

	private final ControlGroup group;

	/**
	 * Prepares to read.
	 * @param root {@code /}
	 */
	SettingsReader(Path root) {
		this.root = root;
		this.group = new ControlGroup(root);
	}

	MachineSettings read(@Nullable Integer physicalCores, @Nullable Double stealShare) {
		return new MachineSettings(physicalCores, text("proc/sys/kernel/osrelease"), this.group.cpuLimit(),
				this.group.memoryLimit(), governor(),
				found(CHOSEN, text("sys/kernel/mm/transparent_hugepage/enabled"), 1), stealShare,
				text("proc/sys/net/core/somaxconn"), text("proc/sys/net/ipv4/ip_local_port_range"),
				text("proc/sys/net/ipv4/tcp_max_syn_backlog"), found(OPEN_FILES, text("proc/self/limits"), 1),
				found(OPEN_FILES, text("proc/self/limits"), 2));
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

	private static @Nullable String found(Pattern pattern, @Nullable String text, int group) {
		Matcher matcher = pattern.matcher(Objects.requireNonNullElse(text, ""));
		return matcher.find() ? matcher.group(group) : null;
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
