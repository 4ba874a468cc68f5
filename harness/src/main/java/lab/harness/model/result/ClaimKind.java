package lab.harness.model.result;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

import lab.harness.model.Metric;

/**
 * The kinds of claims that a result may make. Each stands on the checks that it needs,
 * which {@link CheckKind} names; no other check withholds it.
 */
public enum ClaimKind {

	// @formatter:off
	LAW("What a variant reached of its ceiling, and what limits it there"),
	NOT_THE_LIMIT("Threads, connections or a pool that are never full do not limit a service"),
	PROCESSORS("The processors are the limit; their capacity is cores / CPU time of a request"),
	DIFFERENCE("Variants differ in throughput or time below a ceiling"),
	LOSS("Variants lose the same, or not, at their ceiling"),
	COST("CPU time and memory of a request"),
	LATENCY("Mean and percentiles of the latency, own time"),
	BEHAVIOUR("What became of requests under faults and open arrivals"),
	COUNT("An exact count");
	// @formatter:on

	/** The claims of a run whose evidence is wrong. */
	static final Set<ClaimKind> ALL = Collections.unmodifiableSet(EnumSet.allOf(ClaimKind.class));

	private final String meaning;

	ClaimKind(String meaning) {
		this.meaning = meaning;
	}

	/** The kind of claims about a metric. */
	public static ClaimKind of(Metric metric) {
		if (metric.exact()) {
			return COUNT;
		}
		return switch (metric) {
			case LOSS -> LOSS;
			case CEILING, OF_CEILING, NOMINAL_CEILING, TASKS_CEILING, ERRORS, JMETER_SUMMARY -> LAW;
			case CPU_CEILING, OF_CPU_CEILING -> COST;
			case LATENCY_MEAN, LATENCY_P50, LATENCY_P90, LATENCY_P99, LATENCY_P999, LATENCY_MAX, OWN_TIME -> LATENCY;
			case WARM, COMPILING, SERVING, POOL_USED, POOL_WAITING, OPEN_CONNECTIONS -> LAW;
			default -> switch (metric.section()) {
				case CPU, MEMORY, WAITING -> COST;
				case FAULTS, HELD -> BEHAVIOUR;
				case PREDICTION, DETAIL -> LAW;
				case THROUGHPUT, PROGRAM -> DIFFERENCE;
			};
		};
	}

	/** The word for it in a sentence, such as {@code the latency}. */
	public String words() {
		return switch (this) {
			case LAW -> "the ceiling";
			case NOT_THE_LIMIT -> "free limits";
			case PROCESSORS -> "the processors as the limit";
			case DIFFERENCE -> "differences of throughput";
			case LOSS -> "the loss";
			case COST -> "CPU and memory";
			case LATENCY -> "the latency";
			case BEHAVIOUR -> "the behaviour";
			case COUNT -> "counts";
		};
	}

	public String meaning() {
		return this.meaning;
	}

	/** The name in JSON and on pages, such as {@code not-the-limit}. */
	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
