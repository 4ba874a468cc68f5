package lab.harness.live;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * One question: what was predicted, what the law says, and what the models then did. A
 * model is counted for {@value #COUNTED} seconds, {@value #SETTLE} after its first
 * answer.
 */
final class Round {

	/** Seconds after the first answer: the users have started, and some code is warm. */
	static final int SETTLE = 8;

	/** Seconds that count. */
	static final int COUNTED = 10;

	private final int number;

	private final LoadOrder order;

	private final Map<String, Double> law;

	private final Map<String, Integer> seconds = new LinkedHashMap<>();

	private final Map<String, Double> sums = new LinkedHashMap<>();

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
			int seen = this.seconds.getOrDefault(model, 0);
			if (second != null && (seen > 0 || second.throughput() > 0)) {
				if (seen >= SETTLE && seen < SETTLE + COUNTED) {
					this.sums.merge(model, second.throughput(), Double::sum);
				}
				this.seconds.put(model, seen + 1);
			}
		}
		if (this.order.predictions()
			.keySet()
			.stream()
			.allMatch((model) -> this.seconds.getOrDefault(model, 0) >= SETTLE + COUNTED)) {
			this.progress = Progress.DONE;
		}
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
			this.sums.forEach((model, sum) -> measured.put(model, sum / COUNTED));
		}
		return new View(this.number, this.order.users(), this.order.guarded(), this.order.predictions(), this.law,
				measured, this.progress.name().toLowerCase(Locale.ROOT));
	}

	private enum Progress {

		RUNNING, DONE, CHANGED, STOPPED

	}

	/**
	 * What the page shows.
	 *
	 * @param number rounds since the page was started, from 1
	 * @param predicted requests a second by model, null for "don't know"
	 * @param law ceiling by model, as far as it is known
	 * @param measured mean requests a second by model; empty before the round is done
	 * @param progress {@code running}, {@code done}, {@code changed} (the backend was
	 * changed) or {@code stopped}
	 */
	record View(int number, int users, boolean guarded, Map<String, @Nullable Double> predicted,
			Map<String, Double> law, Map<String, Double> measured, String progress) {
	}

}
