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
 * Bytes of the live heap by owner, from the output of
 * {@code jcmd PID GC.class_histogram}. The class of an object shows its owner; that of an
 * array of bytes does not.
 *
 * @param bytes bytes of each owner, by the metric that reports the owner; empty if the
 * live heap was not counted
 */
record ClassHistogram(Map<Metric, Long> bytes) {

	/** A row: rank, instances, bytes, class name. */
	private static final Pattern ROW = Pattern.compile(" *\\d+: +\\d+ +(\\d+) +(\\S+).*");

	private static final Pattern ARRAY_OF_OBJECTS = Pattern.compile("\\[+L");

	/** A class belongs to the first owner that lists a prefix of its name. */
	private static final List<Owner> OWNERS = List.of(new Owner(Metric.ARRAYS_PER_WAITING, List.of("[")),
			new Owner(Metric.STACKS_PER_WAITING,
					List.of("jdk.internal.vm.StackChunk", "java.lang.VirtualThread", "java.lang.Thread")),
			new Owner(Metric.SERVER_PER_WAITING,
					List.of("org.apache.tomcat.", "org.apache.coyote.", "org.apache.catalina.",
							"reactor.netty.http.server.")),
			new Owner(Metric.CLIENT_PER_WAITING,
					List.of("org.apache.hc.", "java.net.http.", "jdk.internal.net.http.", "reactor.netty.http.client.",
							"reactor.netty.resources.")),
			new Owner(Metric.NETTY_PER_WAITING, List.of("io.netty.", "reactor.netty.")),
			new Owner(Metric.FRAMEWORK_PER_WAITING, List.of("org.springframework.", "reactor.", "io.micrometer.")),
			new Owner(Metric.REST_PER_WAITING, List.of("")));

	static ClassHistogram read(Path file) {
		try {
			return Files.exists(file) ? of(Files.readAllLines(file)) : new ClassHistogram(Map.of());
		}
		catch (IOException ex) {
			throw new InvalidInputException(file + " cannot be read: " + ex.getMessage(), ex);
		}
	}

	static ClassHistogram of(List<String> lines) {
		Map<Metric, Long> bytes = new EnumMap<>(Metric.class);
		OWNERS.forEach((owner) -> bytes.put(owner.metric, 0L));
		for (String line : lines) {
			Matcher row = ROW.matcher(line);
			if (row.matches()) {
				bytes.merge(owner(row.group(2)), Long.valueOf(row.group(1)), Long::sum);
			}
		}
		return new ClassHistogram(bytes);
	}

	private static Metric owner(String name) {
		String elementClass = ARRAY_OF_OBJECTS.matcher(name).replaceFirst("");
		return OWNERS.stream()
			.filter((owner) -> owner.prefixes.stream().anyMatch(elementClass::startsWith))
			.findFirst()
			.orElseThrow().metric;
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
		if (histogram.bytes.isEmpty()) {
			return figures;
		}
		figures.put(Metric.LIVE_HEAP_WAITING, histogram.total() / 1024.0 / 1024);
		if (run.workload().open()) {
			return figures;
		}
		all.stream()
			.filter((other) -> other.sameVariantAndRound(run) && !other.histogram().bytes.isEmpty())
			.min(Comparator.comparingInt(ServiceRun::users))
			.filter((fewest) -> fewest.users() < run.users())
			.ifPresent((fewest) -> {
				ClassHistogram base = fewest.histogram();
				double more = 1024.0 * (run.users() - fewest.users());
				figures.put(Metric.RESIDENT_PER_WAITING, (resident(run) - resident(fewest)) / more);
				figures.put(Metric.LIVE_PER_WAITING, (histogram.total() - base.total()) / more);
				histogram.bytes
					.forEach((owner, bytes) -> figures.put(owner, (bytes - base.bytes.getOrDefault(owner, 0L)) / more));
			});
		return figures;
	}

	private static double resident(ServiceRun run) {
		return run.probe().window().stream().mapToLong((sample) -> sample.app().rssBytes()).average().orElse(0);
	}

	private long total() {
		return this.bytes.values().stream().mapToLong(Long::longValue).sum();
	}

	private record Owner(Metric metric, List<String> prefixes) {
	}

}
