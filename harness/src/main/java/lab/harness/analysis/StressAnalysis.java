package lab.harness.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

import lab.harness.experiment.Fault.Kind;
import lab.harness.experiment.Prediction.Formula;
import lab.harness.probe.Beside.Asked;
import lab.harness.probe.Sample;
import lab.harness.probe.Stress;
import lab.harness.probe.Stress.Applied;
import lab.harness.target.AppLedger;
import org.jspecify.annotations.Nullable;

/**
 * From the facts of a run to what its stress did to it.
 */
final class StressAnalysis {

	private static final double MIB = 1024 * 1024;

	private final Measured run;

	private final @Nullable Applied first;

	private StressAnalysis(Measured run) {
		this.run = run;
		this.first = run.faults().isEmpty() ? null : run.faults().getFirst();
	}

	/**
	 * Null for users in a closed loop of which nothing was predicted.
	 * @param leftOut checks that mean nothing, and why
	 */
	static @Nullable StressResult of(Measured run, @Nullable Formula formula, Map<String, String> leftOut) {
		return (run.isStressed() || formula != null) ? new StressAnalysis(run).result(formula, leftOut) : null;
	}

	private StressResult result(@Nullable Formula formula, Map<String, String> leftOut) {
		SecondCounts successes = this.run.load().successes();
		List<Double> rates = successes.rates();
		List<Double> whole = rates.subList(0, Math.min(rates.size(), this.run.load().story().wholeSteps()));
		Double before = before(whole, successes);
		List<FaultSpan> faults = this.run.faults()
			.stream()
			.map((applied) -> FaultSpan.of(applied, successes.start(), whole, successes.stepSeconds(),
					(before != null) ? before : 0))
			.toList();
		Sample after = this.run.after();
		AppLedger.Guard guard = after.ledger().guard();
		boolean lives = this.run.end() == null;
		long received = this.run.inRun((sample) -> sample.ledger().received());
		Integer rate = this.run.rate();
		return new StressResult((rate != null) ? rate.doubleValue() : null, before, faults, this.run.load().lost(),
				this.run.load().turnedAway(), mostInFlight(), after.ledger().inFlight(),
				held((sample) -> (double) sample.app().threads()), held((sample) -> sample.app().rssBytes() / MIB),
				liveHeapMiB(this.run), (guard != null && lives) ? guard.bulkheadMax() - guard.bulkheadFree() : null,
				(guard != null && lives) ? after.ledger().backendConnectionsLeased() : null,
				grown((sample) -> sample.ledger().answers()), grown((sample) -> sample.ledger().backendFailures()),
				this.run.inRun((sample) -> sample.ledger().backendRetries()),
				grown((sample) -> sample.counters().hitBy()),
				(received > 0 && this.run.callsBackend())
						? (double) this.run.inRun((sample) -> sample.ledger().backendAttempts()) / received : null,
				beside(),
				this.run.faults().stream().map(Applied::slowClients).filter(Objects::nonNull).findFirst().orElse(null),
				this.run.end(), (formula != null) ? predicted(formula) : null,
				(formula != null) ? found(formula, before) : null, leftOut);
	}

	private long mostInFlight() {
		return this.run.window().stream().mapToLong((sample) -> sample.ledger().inFlight()).max().orElse(0);
	}

	/** Null where nothing goes wrong, so that there is no before. */
	private @Nullable Double before(List<Double> whole, SecondCounts successes) {
		return (this.first == null) ? null : Recovery.mean(whole, successes.stepSeconds(),
				successes.secondsAt(this.run.begin().at()), successes.secondsAt(this.first.beganAt()));
	}

	private @Nullable Held held(ToDoubleFunction<Sample> what) {
		Applied began = this.first;
		if (began == null || began.fault().kind() == Kind.SIGTERM) {
			return null;
		}
		List<Sample> since = new ArrayList<>(
				this.run.window().stream().filter((sample) -> sample.at() > began.beganAt()).toList());
		since.add(this.run.after());
		return Held.of(this.run.soundWindow(), since, what);
	}

	/** Null where nothing could tell, or the app ended. */
	static @Nullable Kept liveHeapMiB(Measured run) {
		Stress stress = run.run().stress();
		Long before = (stress != null) ? stress.liveHeapBefore() : null;
		Long after = (stress != null) ? stress.liveHeapAfter() : null;
		return (before != null && after != null) ? new Kept(before / MIB, after / MIB) : null;
	}

	/** What grew over the whole run, by cause. */
	private Map<String, Long> grown(Function<Sample, Map<String, Long>> counts) {
		Map<String, Long> before = counts.apply(this.run.before());
		Map<String, Long> grown = new TreeMap<>();
		counts.apply(this.run.after()).forEach((cause, count) -> {
			long by = count - before.getOrDefault(cause, 0L);
			if (by != 0) {
				grown.put(cause, by);
			}
		});
		return grown;
	}

	private Map<String, AnsweredBeside> beside() {
		Map<String, AnsweredBeside> beside = new LinkedHashMap<>();
		Applied began = this.first;
		if (began != null && !this.run.beside().isEmpty()) {
			for (String what : List.of(Asked.SLEEP, Asked.HEALTH)) {
				beside.put(what, AnsweredBeside.of(this.run.beside(), what,
						(at) -> this.run.begin().at() <= at && at < began.beganAt(), this::isFaulty));
			}
		}
		return beside;
	}

	private boolean isFaulty(long at) {
		return this.run.faults().stream().anyMatch((applied) -> {
			Long endedAt = applied.endedAt();
			return applied.beganAt() <= at && endedAt != null && at < endedAt;
		});
	}

	private double predicted(Formula formula) {
		Integer rate = this.run.rate();
		double mean = this.run.latency().meanMillis() / 1000;
		return switch (formula) {
			case THROUGHPUT -> (rate != null) ? Math.min(rate, this.run.nominalCeiling()) : this.run.nominalCeiling();
			// Requests stay in flight when the users of the generator have given them up.
			case IN_FLIGHT -> (rate != null) ? Math.min(rate * mean, this.run.slotsOfApp()) : this.run.slots();
		};
	}

	private double found(Formula formula, @Nullable Double before) {
		return switch (formula) {
			case THROUGHPUT -> (before != null) ? before : this.run.load().throughput();
			case IN_FLIGHT -> this.run.sound().meanInFlightAtBackend();
		};
	}

}
