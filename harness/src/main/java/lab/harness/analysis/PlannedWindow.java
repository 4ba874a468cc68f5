package lab.harness.analysis;

import java.util.List;

import lab.harness.experiment.Fault;
import lab.harness.experiment.Latency;
import lab.harness.experiment.Load;
import lab.harness.probe.RunRecord;
import lab.harness.probe.Stress;

/**
 * The window that the times of a load leave: ramp, settling and drain are cut, and what
 * comes after the end of an app.
 */
final class PlannedWindow {

	/** From the moment of a sample to its last reading, that of the connections. */
	private static final long SAMPLE_MILLIS = 100;

	private PlannedWindow() {
	}

	static Window of(RunRecord run, LoadSpan span) {
		return new Window(allThere(run, span) + settleMillis(run), Math.min(end(run, span), ended(run)));
	}

	/**
	 * When the last user has come. A generator that has just started may need longer for
	 * that than its ramp. One that needs a quarter of the measured time more does not
	 * move the window: that is a fault, which the checks must see.
	 */
	private static long allThere(RunRecord run, LoadSpan span) {
		long due = span.firstSent() + run.rampMillis();
		long came = Math.max(due, span.incompleteUntil());
		boolean inTime = span.users() == run.users() && came - due <= run.measureMillis() / 4;
		return (run.stress() == null && inTime) ? came : due;
	}

	/**
	 * Until the queue before the slots is full, answers are quicker than they will be,
	 * and the closed loop is not closed yet. It is full when the first round of users has
	 * been served: by Little's law after users / ceiling.
	 */
	private static long settleMillis(RunRecord run) {
		if (run.stress() != null || !Load.callsBackend(run.path())) {
			return Load.SETTLE.toMillis();
		}
		int slots = Ceiling.slots(run.users(), run.terms().requestThreads(), run.terms().backendConnections());
		double ceiling = Ceiling.of(slots, Latency.parse(run.latency()).meanMillis());
		// Where requests are refused no queue ever fills, so it must not take the window.
		return Math.clamp(Math.round(1000 * run.users() / ceiling), Load.SETTLE.toMillis(),
				Math.max(Load.SETTLE.toMillis(), run.measureMillis() / 2));
	}

	/**
	 * Before the first user leaves, and long enough before for a sample to count the
	 * connections too. A user that leaves earlier than a second before its time does not
	 * shorten the window: it is a fault, which the checks must see.
	 */
	private static long end(RunRecord run, LoadSpan span) {
		long due = span.firstSent() + run.measureMillis();
		long leaving = Math.max(span.completeUntil(), due - Load.SETTLE.toMillis());
		return Math.min(Math.min(due, leaving) - SAMPLE_MILLIS, span.lastSent());
	}

	/** Whether the app ended by itself, and may have done so before the window. */
	static boolean endedByItself(RunRecord run) {
		Stress stress = run.stress();
		return stress != null && stress.end() != null && told(run) == Long.MAX_VALUE;
	}

	/**
	 * When the app ended or was told to, in milliseconds since 1970; never for most.
	 * Nothing is measured of an app that is ending.
	 */
	static long ended(RunRecord run) {
		Stress stress = run.stress();
		Stress.End end = (stress != null) ? stress.end() : null;
		return Math.min(told(run), (end != null) ? end.at() : Long.MAX_VALUE);
	}

	/** When the app was told to end, in milliseconds since 1970; never for most. */
	static long told(RunRecord run) {
		Stress stress = run.stress();
		return ((stress != null) ? stress.faults() : List.<Stress.Applied>of()).stream()
			.filter((applied) -> applied.fault().kind() == Fault.Kind.SIGTERM)
			.mapToLong(Stress.Applied::beganAt)
			.findFirst()
			.orElse(Long.MAX_VALUE);
	}

}
