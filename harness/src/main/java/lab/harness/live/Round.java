package lab.harness.live;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * One question: what was predicted, what the law says, and what the models then did. All
 * of them are counted for the same {@value #COUNTED} seconds: the first in which none
 * grows any more, {@value #SETTLE} seconds after its first answer or later.
 */
final class Round {

	/** Seconds after the first answer: the users have started, and some code is warm. */
	static final int SETTLE = 15;

	/** Seconds after which a model is counted although its code may still be cold. */
	static final int LATEST = 60;

	/** The second half of the seconds that count over the first, at most. */
	private static final double MOST_GROWTH = 1.03;

	/** Seconds that count. */
	static final int COUNTED = 10;

	private final int number;

	private final LoadOrder order;

	private final Map<String, Double> law;

	/** Throughput of each model since its first answer. */
	private final Map<String, List<Double>> seconds = new LinkedHashMap<>();

	private Progress progress = Progress.RUNNING;

	/**
	 * Creates a round that has no second yet.
	 * @param law the ceiling of each model, as far as it is known
	 */
	Round(int number, LoadOrder order, Map<String, Double> law) {
		this.number = number;
		this.order = order;
		this.law = Map.copyOf(law);
	}

	LoadOrder order() {
		return this.order;
	}

	boolean isRunning() {
		return this.progress == Progress.RUNNING;
	}

	/** Counts a second. */
	void add(Map<String, ModelSecond> models) {
		if (!isRunning()) {
			return;
		}
		for (String model : this.order.predictions().keySet()) {
			ModelSecond second = models.get(model);
			List<Double> seen = this.seconds.computeIfAbsent(model, (added) -> new ArrayList<>());
			if (second != null && (!seen.isEmpty() || isAnswering(second))) {
				seen.add(second.throughput());
			}
		}
		if (this.seconds.values().stream().allMatch(Round::isSettled)) {
			this.progress = Progress.DONE;
		}
	}

	/** The first answer may be an error; errors alone are a throughput of 0. */
	private static boolean isAnswering(ModelSecond second) {
		return second.throughput() > 0 || !second.errors().isEmpty();
	}

	private static boolean isSettled(List<Double> seen) {
		if (seen.size() < SETTLE + COUNTED) {
			return false;
		}
		List<Double> last = last(seen);
		return seen.size() >= LATEST
				|| mean(last.subList(COUNTED / 2, COUNTED)) <= MOST_GROWTH * mean(last.subList(0, COUNTED / 2));
	}

	private static List<Double> last(List<Double> seen) {
		return seen.subList(seen.size() - COUNTED, seen.size());
	}

	private static double mean(List<Double> values) {
		return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
	}

	/** The backend is another one now, so the law of this round no longer applies. */
	void backendChanged() {
		end(Progress.CHANGED);
	}

	/** The load ended before the round was done. */
	void loadEnded() {
		end(Progress.STOPPED);
	}

	private void end(Progress how) {
		if (isRunning()) {
			this.progress = how;
		}
	}

	View view() {
		Map<String, Double> measured = new LinkedHashMap<>();
		if (this.progress == Progress.DONE) {
			this.seconds.forEach((model, seen) -> measured.put(model, mean(last(seen))));
		}
		return new View(this.number, this.order.users(), this.order.predictions(), this.law, measured,
				this.progress.name().toLowerCase(Locale.ROOT));
	}

	private enum Progress {

		RUNNING, DONE, CHANGED, STOPPED

	}

	/**
	 * The round as a page shows it.
	 *
	 * @param number rounds since the page was started, from 1
	 * @param predicted requests a second by model, null for "don't know"
	 * @param law ceiling by model, as far as it is known
	 * @param measured mean requests a second by model; empty before the round is done
	 * @param progress {@code running}, {@code done}, {@code changed} (the backend was
	 * changed) or {@code stopped}
	 */
	record View(int number, int users, Map<String, @Nullable Double> predicted, Map<String, Double> law,
			Map<String, Double> measured, String progress) {
	}

}
