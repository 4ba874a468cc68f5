package lab.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the figures that Linux keeps about this process, see proc_pid_status(5). They are
 * empty on other systems; {@code bench} has figures of its own, sampled once a second.
 */
public final class ProcessStatus {

	private static final Path SELF = Path.of("/proc/self");

	private static final double KIB_IN_MIB = 1024;

	private ProcessStatus() {
	}

	/** Returns the first number of a field, such as {@code VmSize} in KiB. */
	public static OptionalLong figure(String name) {
		return figure(SELF, name);
	}

	/**
	 * Returns the same of another process; empty if it has ended.
	 * @param process its folder in {@code /proc}
	 */
	public static OptionalLong figure(Path process, String name) {
		return number(read(process.resolve("status")), name);
	}

	/** Returns the resident memory in MiB. */
	public static OptionalDouble residentMib() {
		OptionalLong kib = figure("VmRSS");
		return kib.isPresent() ? OptionalDouble.of(kib.getAsLong() / KIB_IN_MIB) : OptionalDouble.empty();
	}

	/**
	 * Returns the number of kernel threads: platform threads and internal threads of the
	 * JVM.
	 */
	public static OptionalLong threads() {
		return figure("Threads");
	}

	/**
	 * Returns the context switches of all live threads since they started. A thread that
	 * ends makes the sum smaller.
	 */
	public static OptionalLong contextSwitches() {
		try (DirectoryStream<Path> tasks = Files.newDirectoryStream(SELF.resolve("task"))) {
			long sum = 0;
			for (Path task : tasks) {
				Map<String, String> status = read(task.resolve("status"));
				sum += number(status, "voluntary_ctxt_switches").orElse(0)
						+ number(status, "nonvoluntary_ctxt_switches").orElse(0);
			}
			return OptionalLong.of(sum);
		}
		catch (IOException ex) {
			return OptionalLong.empty();
		}
	}

	private static Map<String, String> read(Path status) {
		try (Stream<String> lines = Files.lines(status)) {
			return lines.map((line) -> line.split(":\\s*", 2))
				.filter((parts) -> parts.length == 2)
				.collect(Collectors.toMap((parts) -> parts[0], (parts) -> parts[1]));
		}
		catch (IOException | UncheckedIOException ex) {
			/* Either this is another system, or the thread has ended. */
			return Map.of();
		}
	}

	private static OptionalLong number(Map<String, String> status, String key) {
		String value = status.get(key);
		return (value != null) ? OptionalLong.of(Long.parseLong(value.replaceAll("\\D.*", ""))) : OptionalLong.empty();
	}

}
