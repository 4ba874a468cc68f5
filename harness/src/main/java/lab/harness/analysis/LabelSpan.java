package lab.harness.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

import lab.harness.model.experiment.Load;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;

/**
 * The time span and the thread groups of the requests of a label. Each remote worker is a
 * JVM of its own, and each of its thread groups counts only its own users. Without remote
 * workers JMeter itself is the one worker.
 */
final class LabelSpan {

	/** The ramp of the shipped plans, taken because that of the file is unknown. */
	private static final long RAMP_MILLIS = 1000;

	private static final long LEAST_WINDOW_MILLIS = 1000;

	static final long LEAST_MILLIS = RAMP_MILLIS + Load.SETTLE.toMillis() + LEAST_WINDOW_MILLIS;

	/** Workers do not start at the same moment. */
	private static final double MOST_SILENT_SECONDS = 2;

	private LoadSpan all = LoadSpan.EMPTY;

	private final Map<JtlRow.Group, LoadSpan> groups = new HashMap<>();

	void add(JtlRow row) {
		this.all = this.all.plus(row);
		this.groups.merge(row.sender().group(), LoadSpan.EMPTY.plus(row), (span, one) -> span.plus(row));
	}

	Set<JtlRow.Group> groups() {
		return this.groups.keySet();
	}

	LoadSpan all() {
		return this.all;
	}

	long sentMillis() {
		return this.all.lastSent() - this.all.firstSent();
	}

	/** Sum of the most active users of each group; 0 if the file does not have it. */
	int users() {
		return this.groups.values().stream().mapToInt(LoadSpan::users).sum();
	}

	/**
	 * The time in which all users of all workers were active, after settling. If the file
	 * does not have the number of users, only the ramp is cut.
	 */
	Window window() {
		long begin = of(LoadSpan::firstSent).max().orElseThrow() + RAMP_MILLIS + Load.SETTLE.toMillis();
		long end = of(LoadSpan::lastSent).min().orElseThrow();
		if (end - begin < LEAST_WINDOW_MILLIS) {
			// The workers hardly overlap, which the check reports.
			begin = this.all.firstSent() + RAMP_MILLIS + Load.SETTLE.toMillis();
			end = this.all.lastSent();
		}
		if (users() > 0) {
			long complete = Math.max(begin, of(LoadSpan::completeFrom).max().orElseThrow() + Load.SETTLE.toMillis());
			long incomplete = Math.min(end, of(LoadSpan::completeUntil).min().orElseThrow());
			if (incomplete - complete >= LEAST_WINDOW_MILLIS) {
				return new Window(complete, incomplete);
			}
		}
		return new Window(begin, end);
	}

	Check check(Set<String> names) {
		double longest = names.stream().mapToDouble(this::silentSeconds).max().orElse(0);
		return Check.atMost(CheckKind.WORKERS, longest, MOST_SILENT_SECONDS);
	}

	/** The workers that fell silent, each with the length of its silence. */
	List<String> silent(Set<String> names) {
		return names.stream()
			.filter((name) -> silentSeconds(name) > MOST_SILENT_SECONDS)
			.map((name) -> String.format(Locale.ROOT, "%s was silent for the last %.1f s",
					name.isEmpty() ? "JMeter itself" : name, silentSeconds(name)))
			.toList();
	}

	/**
	 * Seconds for which others still sent after the last answer to a worker. Users send
	 * until the duration is over, so the last answer to a live worker comes after that.
	 */
	private double silentSeconds(String name) {
		long last = this.groups.entrySet()
			.stream()
			.filter((group) -> group.getKey().worker().equals(name))
			.mapToLong((group) -> group.getValue().lastEnded())
			.max()
			.orElse(this.all.firstSent());
		return Math.max(0, this.all.lastSent() - last) / 1000.0;
	}

	private LongStream of(ToLongFunction<LoadSpan> moment) {
		return this.groups.values().stream().mapToLong(moment);
	}

}
