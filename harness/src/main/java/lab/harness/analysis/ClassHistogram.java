package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;

/**
 * Bytes of the live heap, from the output of {@code jcmd PID GC.class_histogram}.
 *
 * @param total bytes of all objects; 0 if the live heap was not counted
 * @param arrays bytes of the arrays of bytes, characters and numbers
 * @param stacks bytes of threads, and of the frames of waiting virtual threads
 */
record ClassHistogram(long total, long arrays, long stacks) {

	static final ClassHistogram NONE = new ClassHistogram(0, 0, 0);

	/** A row: rank, instances, bytes, class name. */
	private static final Pattern ROW = Pattern.compile(" *\\d+: +\\d+ +(\\d+) +(\\S+).*");

	private static final Pattern ARRAY = Pattern.compile("\\[+[^\\[L]");

	/** An array of objects counts as their class. */
	private static final Pattern STACK = Pattern
		.compile("(\\[+L)?(jdk\\.internal\\.vm\\.StackChunk|java\\.lang\\.(Virtual)?Thread)");

	static ClassHistogram read(Path file) {
		try {
			return Files.exists(file) ? of(Files.readAllLines(file)) : NONE;
		}
		catch (IOException ex) {
			throw new InvalidInputException(file + " cannot be read: " + InvalidInputException.reason(ex), ex);
		}
	}

	static ClassHistogram of(List<String> lines) {
		long total = 0;
		long arrays = 0;
		long stacks = 0;
		for (String line : lines) {
			Matcher row = ROW.matcher(line);
			if (row.matches()) {
				long bytes = Long.parseLong(row.group(1));
				total += bytes;
				arrays += ARRAY.matcher(row.group(2)).lookingAt() ? bytes : 0;
				stacks += STACK.matcher(row.group(2)).lookingAt() ? bytes : 0;
			}
		}
		return new ClassHistogram(total, arrays, stacks);
	}

	/**
	 * The memory of one waiting request: the growth of memory from the run of a variant
	 * with the fewest users to one with more, divided by the additional users. Classes
	 * and caches, which the app holds at any load, are in both and cancel out. A run with
	 * the fewest users, or with open arrivals, has only its live heap.
	 */
	static Map<Metric, Double> waiting(ServiceRun run, List<ServiceRun> all) {
		Map<Metric, Double> figures = new EnumMap<>(Metric.class);
		ClassHistogram histogram = run.histogram();
		if (histogram.total == 0) {
			return figures;
		}
		figures.put(Metric.LIVE_HEAP_WAITING, histogram.total / 1024.0 / 1024);
		if (run.workload().open()) {
			return figures;
		}
		all.stream()
			.filter((other) -> other.sameVariantAndRound(run) && other.histogram().total > 0)
			.min(Comparator.comparingInt(ServiceRun::users))
			.filter((fewest) -> fewest.users() < run.users())
			.ifPresent((fewest) -> {
				ClassHistogram base = fewest.histogram();
				double more = 1024.0 * (run.users() - fewest.users());
				figures.put(Metric.RESIDENT_PER_WAITING, (resident(run) - resident(fewest)) / more);
				figures.put(Metric.LIVE_PER_WAITING, (histogram.total - base.total) / more);
				figures.put(Metric.ARRAYS_PER_WAITING, (histogram.arrays - base.arrays) / more);
				figures.put(Metric.STACKS_PER_WAITING, (histogram.stacks - base.stacks) / more);
			});
		return figures;
	}

	private static double resident(ServiceRun run) {
		return run.probe().window().stream().mapToLong((sample) -> sample.app().rssBytes()).average().orElse(0);
	}

}
