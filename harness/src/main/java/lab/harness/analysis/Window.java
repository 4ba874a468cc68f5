package lab.harness.analysis;

import lab.harness.model.Load;
import lab.harness.model.PlannedFault;
import lab.harness.model.RunRecord;
import lab.harness.model.RunRecord.AppliedFault;
import lab.harness.model.Service;
import lab.wire.Terms;

/**
 * The part of a run that counts: ramp, settling and drain are cut, and what comes after
 * the end of an app.
 *
 * @param begin milliseconds since 1970, not part of it
 * @param end milliseconds since 1970, part of it
 */
record Window(long begin, long end) {

	/** From the moment of a sample to its last reading, that of the connections. */
	private static final long SAMPLE_MILLIS = 100;

	boolean holds(long moment) {
		return this.begin < moment && moment <= this.end;
	}

	double seconds() {
		return (this.end - this.begin) / 1000.0;
	}

	/** Milliseconds of the window that lie between two moments. */
	long overlap(long from, long to) {
		return Math.max(0, Math.min(to, this.end) - Math.max(from, this.begin));
	}

	/** The window that the times of a load leave. */
	static Window of(RunRecord run, LoadSpan span) {
		Service service = run.run().variant().service();
		return new Window(allThere(service, span) + settleMillis(service, run.terms()),
				Math.min(end(service.load(), span), ended(run)));
	}

	/**
	 * When the last user has come. A generator that has just started may need longer for
	 * that than its ramp. One that needs a quarter of the measured time more does not
	 * move the window: that is a fault, which the checks must see.
	 */
	private static long allThere(Service service, LoadSpan span) {
		long due = span.firstSent() + service.load().ramp().toMillis();
		long came = Math.max(due, span.incompleteUntil());
		boolean inTime = span.users() == service.load().users()
				&& came - due <= service.load().measure().toMillis() / 4;
		return (!service.hasOpenLoadOrFaults() && inTime) ? came : due;
	}

	/**
	 * Until the queue before the slots is full, answers are quicker than they will be,
	 * and the closed loop is not closed yet. It is full when the first round of users has
	 * been served: by Little's law after users / ceiling.
	 */
	private static long settleMillis(Service service, Terms terms) {
		Load load = service.load();
		if (service.hasOpenLoadOrFaults() || !load.callsBackend() && load.ownWait() == null) {
			return Load.SETTLE.toMillis();
		}
		int slots = Measured.slots(load.users(), WaitLimits.threads(terms, load.path()),
				WaitLimits.connections(terms, load.path()));
		long millis = Math.round(load.users() * Measured.latency(service).meanMillis() / slots);
		// Where requests are refused no queue ever fills, so it must not take the window.
		return Math.clamp(millis, Load.SETTLE.toMillis(),
				Math.max(Load.SETTLE.toMillis(), load.measure().toMillis() / 2));
	}

	/**
	 * Before the first user leaves, and long enough before for a sample to count the
	 * connections too. A user that leaves earlier than a second before its time does not
	 * shorten the window: it is a fault, which the checks must see.
	 */
	private static long end(Load load, LoadSpan span) {
		long due = span.firstSent() + load.measure().toMillis();
		long leaving = Math.max(span.completeUntil(), due - Load.SETTLE.toMillis());
		return Math.min(Math.min(due, leaving) - SAMPLE_MILLIS, span.lastSent());
	}

	/**
	 * When the app ended or was told to, in milliseconds since 1970; never for most.
	 * Nothing is measured of an app that is ending.
	 */
	static long ended(RunRecord run) {
		RunRecord.Exit exit = run.exit();
		return Math.min(told(run), (exit != null) ? exit.at() : Long.MAX_VALUE);
	}

	/** When the app was told to end, in milliseconds since 1970; never for most. */
	static long told(RunRecord run) {
		return run.faults()
			.stream()
			.filter((applied) -> applied.fault().kind() == PlannedFault.Kind.SIGTERM)
			.mapToLong(AppliedFault::beganAt)
			.findFirst()
			.orElse(Long.MAX_VALUE);
	}

}
