package lab.harness.target;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Flags of a JVM as the words of one variable.
 */
final class JvmOptions {

	private static final String COLLECTOR = "-XX:\\+Use(Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC";

	/** A JVM begins with a heap of this share of the memory that it sees. */
	private static final double INITIAL_SHARE = 1 / 64.0;

	private JvmOptions() {
	}

	/**
	 * The flag, with a space after it, by which a heap begins as large as it would
	 * outside of the container: of a limit of 1 GiB it would be 16 MiB, and grow at the
	 * cost of collections in the middle of a run. Unlike {@code -Xms} it gives way to a
	 * smaller {@code -Xmx}.
	 * @param machineBytes memory of the machine
	 * @param limitBytes memory of the container, 0 for no limit
	 */
	static String initialHeap(long machineBytes, long limitBytes) {
		return (limitBytes > 0) ? "-XX:InitialRAMPercentage="
				+ Math.round(Math.min(100, 100 * INITIAL_SHARE * machineBytes / limitBytes)) + " " : "";
	}

	/**
	 * Flags of the composition, then those of a program, which win; but of collectors a
	 * JVM takes one alone.
	 */
	static String merged(String composition, List<String> flags) {
		boolean chosen = flags.stream().anyMatch((flag) -> flag.matches(COLLECTOR));
		return Stream
			.concat(Stream.of(composition.split(" +"))
				.filter((flag) -> !flag.isBlank() && !(chosen && flag.matches(COLLECTOR))), flags.stream())
			.collect(Collectors.joining(" "));
	}

}
