package lab.harness.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

import lab.harness.model.Check;
import lab.harness.model.CheckKind;
import lab.harness.model.Load;

/**
 * From when to when the requests of a label were sent, and by whom. Each remote worker is
 * a JVM of its own, each thread group of it knows its own users only. Where there are no
 * workers, JMeter itself is the one worker.
 */
final class LabelSpan {

	/** A ramp that is not known is taken to be that of the shipped plans. */
	private static final long RAMP_MILLIS = 1000;

	private static final long LEAST_WINDOW_MILLIS = 1000;

	/** Ramp, settling and the least window. */
	static final long LEAST_MILLIS = RAMP_MILLIS + Load.SETTLE.toMillis() + LEAST_WINDOW_MILLIS;

	/** Workers do not begin at the same moment. */
	private static final double MOST_SILENT_SECONDS = 2;

	private final LoadSpan all = new LoadSpan();

	private final Map<JtlRow.Sender, LoadSpan> senders = new HashMap<>();

	void add(JtlRow row) {
		this.all.add(row);
		this.senders.computeIfAbsent(row.sender(), (name) -> new LoadSpan()).add(row);
	}

	/** The thread groups that sent it, those of each worker. */
	Set<JtlRow.Sender> senders() {
		return this.senders.keySet();
	}

	/** Of all workers together. */
	LoadSpan all() {
		return this.all;
	}

	/** Time from the first request to the last, in milliseconds. */
	long sentMillis() {
		return this.all.lastSent() - this.all.firstSent();
	}

	/**
	 * The most users that were active, those of each group added up; 0 if the file does
	 * not have it.
	 */
	int users() {
		return this.senders.values().stream().mapToInt(LoadSpan::users).sum();
	}

	/**
	 * The time in which all users of all workers were there, after a moment of settling.
	 * JMeter lets them go one by one, as they came; if the file does not show who was
	 * there, only the ramp is cut.
	 */
	Window window() {
		long begin = of(LoadSpan::firstSent).max().orElseThrow() + RAMP_MILLIS + Load.SETTLE.toMillis();
		long end = of(LoadSpan::lastSent).min().orElseThrow();
		if (end - begin < LEAST_WINDOW_MILLIS) {
			// They were hardly there together; the check says so.
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

	/**
	 * Whether all workers sent to the end.
	 * @param names the workers of the file, in which one may be that has no sample of
	 * this label
	 */
	Check check(Set<String> names) {
		double longest = names.stream().mapToDouble(this::silentSeconds).max().orElse(0);
		return Check.atMost(CheckKind.WORKERS, longest, MOST_SILENT_SECONDS);
	}

	/** Those that did not, each with how long it was silent. */
	List<String> silent(Set<String> names) {
		return names.stream()
			.filter((name) -> silentSeconds(name) > MOST_SILENT_SECONDS)
			.map((name) -> String.format(Locale.ROOT, "%s was silent for the last %.1f s",
					name.isEmpty() ? "JMeter itself" : name, silentSeconds(name)))
			.toList();
	}

	/**
	 * How long others still sent after the last answer to a worker. A user sends until
	 * the duration is over, so the last answer to a worker that lives comes after that.
	 */
	private double silentSeconds(String name) {
		long last = this.senders.entrySet()
			.stream()
			.filter((sender) -> sender.getKey().worker().equals(name))
			.mapToLong((sender) -> sender.getValue().lastEnded())
			.max()
			.orElse(this.all.firstSent());
		return Math.max(0, this.all.lastSent() - last) / 1000.0;
	}

	private LongStream of(ToLongFunction<LoadSpan> moment) {
		return this.senders.values().stream().mapToLong(moment);
	}

}
