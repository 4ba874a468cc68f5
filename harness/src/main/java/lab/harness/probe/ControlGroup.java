package lab.harness.probe;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The limits of the control group that this process is in, or of one above it, whichever
 * is tighter; of version 2 or 1 (cgroups(7)).
 */
final class ControlGroup {

	/** There is no limit. */
	static final String MAX = "max";

	/** Version 1 says that there is no limit with a number near 2^63. */
	private static final BigDecimal NO_LIMIT = BigDecimal.valueOf(Long.MAX_VALUE / 2);

	private final Path root;

	ControlGroup(Path root) {
		this.root = root;
	}

	/** Quota and period in microseconds, or {@code max}; null where nothing is said. */
	@Nullable String cpuLimit() {
		return tightest(Stream
			.concat(limits("", (group) -> SettingsReader.text(group.resolve("cpu.max"))),
					limits("cpu", ControlGroup::quota))
			.toList());
	}

	/** Bytes, or {@code max}; null where nothing is said. */
	@Nullable String memoryLimit() {
		return tightest(Stream
			.concat(limits("", (group) -> SettingsReader.text(group.resolve("memory.max"))),
					limits("memory", (group) -> SettingsReader.text(group.resolve("memory.limit_in_bytes"))))
			.toList());
	}

	private static @Nullable String quota(Path group) {
		String quota = SettingsReader.text(group.resolve("cpu.cfs_quota_us"));
		String period = SettingsReader.text(group.resolve("cpu.cfs_period_us"));
		return (quota == null || period == null) ? null : (quota.startsWith("-") ? MAX : quota) + " " + period;
	}

	private static @Nullable String tightest(List<String> limits) {
		return limits.stream()
			.filter((limit) -> amount(limit).compareTo(NO_LIMIT) < 0)
			.min(Comparator.comparing(ControlGroup::amount))
			.orElse(limits.isEmpty() ? null : MAX);
	}

	/** Quota over period, or bytes. */
	private static BigDecimal amount(String limit) {
		String[] parts = limit.split(" ");
		try {
			return new BigDecimal(parts[0]).divide(new BigDecimal((parts.length > 1) ? parts[1] : "1"),
					MathContext.DECIMAL64);
		}
		catch (ArithmeticException | NumberFormatException ex) {
			return NO_LIMIT;
		}
	}

	/** Of the group itself and of each above it, as far as they are to be seen. */
	private Stream<String> limits(String controller, Function<Path, @Nullable String> limit) {
		Path mount = this.root.resolve("sys/fs/cgroup").resolve(controller);
		Path group = mount.resolve(path(controller)).normalize();
		return Stream.iterate(group, (path) -> path != null && path.startsWith(mount), Path::getParent)
			.map(limit)
			.filter(Objects::nonNull);
	}

	/** The group's path below the mount of a controller; none of version 2. */
	private String path(String controller) {
		return Stream
			.of(Objects.requireNonNullElse(SettingsReader.text(this.root.resolve("proc/self/cgroup")), "").split("\n"))
			.map((line) -> line.split(":", 3))
			.filter((parts) -> parts.length == 3 && List.of(parts[1].split(",")).contains(controller))
			.map((parts) -> parts[2].replaceFirst("^/+", ""))
			.findFirst()
			.orElse("");
	}

}
