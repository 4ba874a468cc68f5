package lab.harness.analysis;

import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import lab.harness.experiment.Latency;
import lab.harness.experiment.Load;
import lab.harness.probe.Beside.Asked;
import lab.harness.probe.RunRecord;
import lab.harness.probe.Sample;
import lab.harness.probe.SlowClients;
import lab.harness.probe.Stress;
import lab.harness.probe.Stress.Applied;
import lab.harness.target.AppLedger;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one run, brought together: what ran, what the generator saw, what the
 * probe saw at the edges of the window and of the whole run.
 *
 * @param run what ran
 * @param load what the generator saw
 * @param planned the window that the load's times leave, ramp and drain cut
 * @param before the probe's sample before the load began, with nothing in flight
 * @param window the probe's fresh samples in that window; the first and the last are its
 * edges. Of an app that ended before there were three, those of all its life
 * @param after the probe's sample after the drain, or the last of an app that ended
 * @param beside what was asked beside the load
 */
record Measured(RunRecord run, LoadTotals load, Window planned, Sample before, List<Sample> window, Sample after,
		List<Asked> beside) {

	/** Whether it was put through more than users in a closed loop. */
	boolean isStressed() {
		return this.run.stress() != null;
	}

	/** Requests a second that arrived, or null for a closed loop. */
	@Nullable Integer rate() {
		Stress stress = this.run.stress();
		return (stress != null) ? stress.rate() : null;
	}

	/** The faults that it was put through. */
	List<Applied> faults() {
		Stress stress = this.run.stress();
		return (stress != null) ? stress.faults() : List.of();
	}

	Stress.@Nullable End end() {
		Stress stress = this.run.stress();
		return (stress != null) ? stress.end() : null;
	}

	/**
	 * Whether the app ended so early that the window is all of its life under load, ramp
	 * included.
	 */
	boolean endedEarly() {
		return begin().at() < this.planned.begin();
	}

	/** Requests that the harness itself sent to the port of the app. */
	long askedByHarness() {
		return this.beside.stream().filter((asked) -> asked.what().equals(Asked.SLEEP)).count() + faults().stream()
			.map(Applied::slowClients)
			.filter(Objects::nonNull)
			.mapToLong(SlowClients.Counts::asked)
			.sum();
	}

	/** The samples of the window before anything went wrong. */
	List<Sample> soundWindow() {
		return faults().isEmpty() ? this.window
				: this.window.stream().filter((sample) -> sample.at() <= faults().getFirst().beganAt()).toList();
	}

	/** The same run, as if its window ended where the first fault began. */
	Measured sound() {
		return new Measured(this.run, this.load, this.planned, this.before, soundWindow(), this.after, this.beside);
	}

	Sample begin() {
		return this.window.getFirst();
	}

	Sample last() {
		return this.window.getLast();
	}

	double seconds() {
		return (last().at() - begin().at()) / 1000.0;
	}

	/** Growth of a counter from edge to edge of the window. */
	double inWindow(ToDoubleFunction<Sample> counter) {
		return counter.applyAsDouble(last()) - counter.applyAsDouble(begin());
	}

	/** Growth of a counter over the whole run, ramp and drain included. */
	long inRun(ToLongFunction<Sample> counter) {
		return counter.applyAsLong(this.after) - counter.applyAsLong(this.before);
	}

	Latency latency() {
		return Latency.parse(this.run.latency());
	}

	/** Whether its requests make the app call the backend. */
	boolean callsBackend() {
		return Load.callsBackend(this.run.path());
	}

	/** Whether each of its requests makes one call, whose delay sets the ceiling. */
	boolean hasCeiling() {
		return Load.hasCeiling(this.run.path());
	}

	/** Whether the app has processors of its own. */
	boolean isApart() {
		return this.run.placement().keepsApart();
	}

	/** Requests that ended in the window, successful or not, a second. */
	double endedPerSecond() {
		return this.load.ended() / seconds();
	}

	Processors processors() {
		return new Processors(this);
	}

	int slots() {
		return Math.min(users(), slotsOfApp());
	}

	/** How many the app would serve at once, however many users there are. */
	int slotsOfApp() {
		int slots = Ceiling.slots(Integer.MAX_VALUE, this.run.terms().requestThreads(),
				this.run.terms().backendConnections());
		return Math.min(slots, bulkhead());
	}

	/** Users of the generator. */
	int users() {
		Stress stress = this.run.stress();
		return (stress != null) ? stress.generatorUsers() : this.run.users();
	}

	/** Permits of the bulkhead, where a request needs one. */
	private int bulkhead() {
		AppLedger.Guard guard = this.before.ledger().guard();
		return (guard != null && Load.isGuarded(this.run.path())) ? guard.bulkheadMax() : Integer.MAX_VALUE;
	}

	/**
	 * What the slots are: {@code request threads}, {@code connections}, {@code bulkhead}
	 * or {@code users}; {@code arrivals} where so few come that they need fewer.
	 */
	String limitedBy() {
		Integer rate = rate();
		if (rate != null && rate <= nominalCeiling()) {
			return "arrivals";
		}
		if (slots() == bulkhead()) {
			return "bulkhead";
		}
		Integer threads = this.run.terms().requestThreads();
		if (threads != null && threads == slots() && threads < users()) {
			return "request threads";
		}
		return (slots() < users()) ? "connections" : "users";
	}

	/** Requests that the backend completed in the window. */
	double completedAtBackend() {
		return inWindow((sample) -> sample.counters().completed());
	}

	/** Mean delay drawn for the requests that the backend completed in the window. */
	double meanDrawnMillis() {
		return inWindow((sample) -> sample.counters().drawnMillis()) / completedAtBackend();
	}

	/** Mean delay given to the requests that the backend completed in the window. */
	double meanGivenMillis() {
		return inWindow((sample) -> sample.counters().givenMillis()) / completedAtBackend();
	}

	/** The ceiling of the delays drawn; of those promised where none was drawn. */
	double ceiling() {
		return (completedAtBackend() > 0) ? Ceiling.of(slots(), meanDrawnMillis()) : nominalCeiling();
	}

	double nominalCeiling() {
		return Ceiling.of(slots(), latency().meanMillis());
	}

	double meanInFlightAtBackend() {
		return inWindow((sample) -> sample.counters().inFlightSeconds()) / seconds();
	}

	Measured firstHalf() {
		return new Measured(this.run, this.load, this.planned, this.before, this.window.subList(0, middle() + 1),
				this.after, this.beside);
	}

	Measured secondHalf() {
		return new Measured(this.run, this.load, this.planned, this.before,
				this.window.subList(middle(), this.window.size()), this.after, this.beside);
	}

	private int middle() {
		return middle(this.window);
	}

	/** Place of the sample that parts the samples of a window in halves. */
	static int middle(List<Sample> window) {
		return window.size() / 2;
	}

}
