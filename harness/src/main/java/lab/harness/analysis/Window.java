package lab.harness.analysis;

import java.util.HashSet;
import java.util.Set;

import lab.harness.model.experiment.DelayDistribution;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.PlannedFault;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Target;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.RunRecord.AppliedFault;
import lab.wire.Limit;
import lab.wire.Terms;

/**
 * The part of a run that counts, without ramp, settling and drain, and without the time
 * after the end of an app.
 *
 * @param begin milliseconds since 1970, exclusive
 * @param end milliseconds since 1970, inclusive
 */
record Window(long begin, long end) {

	/** A sample counts the connections last, up to this long after its timestamp. */
	private static final long SAMPLE_MILLIS = 100;

	/** Time between two samples of the probe. */
	private static final long PROBE_MILLIS = 1000;

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

	static Window of(RunRecord run, LoadSpan span, FirstAnswers answers) {
		Service service = run.run().variant().service();
		long begin = allUsersServed(service, answers,
				span.firstSent() + service.load().ramp().toMillis() + settleMillis(service, run));
		if (service.load().readers() != null) {
			// The first subscriber leaves with its last event.
			long streams = service.load().measure().minus(service.load().ramp()).toMillis();
			return new Window(begin, span.firstSent() + streams - 2 * service.load().everyMillis() - SAMPLE_MILLIS);
		}
		long end = Math.min(firstUserLeaves(service.load(), span), appEndedAt(run));
		return new Window(begin, wholeRounds(begin, end, roundMillis(service, run)));
	}

	/**
	 * The time that each request waits if it is the same for all, or 0. Slots that were
	 * taken together then become free together, in rounds of that time.
	 */
	private static double roundMillis(Service service, RunRecord run) {
		if (!ServiceRun.target(run).hasCeiling()) {
			return 0;
		}
		DelayDistribution latency = ServiceRun.latency(run);
		boolean inRounds = latency.sdMillis() == 0 && service.faults().isEmpty() && !service.mayExit();
		return inRounds ? latency.meanMillis() : 0;
	}

	/**
	 * The end of the last whole round. All requests of a round end together, so a part of
	 * a round would count all of them or none. The samples of the probe at the edges of
	 * the window are a second apart, so shorter rounds need nothing, and the first sample
	 * may come almost a second after the begin.
	 */
	private static long wholeRounds(long begin, long end, double roundMillis) {
		long rounds = (roundMillis < PROBE_MILLIS) ? 0 : (long) ((end - begin - PROBE_MILLIS + 1) / roundMillis);
		return (rounds < 1) ? end : begin + Math.round(rounds * roundMillis) + PROBE_MILLIS - 1;
	}

	/**
	 * The moment at which each user was served once. A cold generator on a slow machine
	 * needs some seconds to connect all, which delays the window, but not by more than a
	 * quarter of the measured time: that is a fault, and the window keeps its place so
	 * that the checks see it.
	 */
	private static long allUsersServed(Service service, FirstAnswers answers, long due) {
		Load load = service.load();
		boolean inTime = answers.threads.size() == load.users() && answers.last - due <= load.measure().toMillis() / 4;
		return (!service.hasOpenLoadOrFaults() && inTime) ? Math.max(due, answers.last) : due;
	}

	/**
	 * The time until the queue in front of the slots is full; before that, answers are
	 * faster. By Little's law it takes users / ceiling, in which each user is served once
	 * and thinks once. If requests are refused, no queue ever fills, so the time is at
	 * most half of the measured time.
	 */
	private static long settleMillis(Service service, RunRecord run) {
		Load load = service.load();
		Target target = ServiceRun.target(run);
		long least = Load.SETTLE.toMillis();
		if (service.hasOpenLoadOrFaults() || !target.callsBackend() && target.ownWait() == null) {
			return least;
		}
		Terms terms = run.knowledge().terms();
		int slots = ServiceRun.slots(load.users(), target.most(terms, Limit.Kind.THREADS),
				target.most(terms, Limit.Kind.CONNECTIONS));
		double mean = ServiceRun.latency(run).meanMillis();
		long millis = Math.round(Math.max(load.users() * mean / slots, mean + load.thinkTime().toMillis()));
		return Math.clamp(millis, least, Math.max(least, load.measure().toMillis() / 2));
	}

	/**
	 * The latest end of the window: just before the first user leaves, so that the last
	 * sample counts the connections of all users. A user that leaves more than a second
	 * early is a fault: the window keeps its length so that the checks see it. Users who
	 * think do so before the first request, and leave if they would think to the end.
	 */
	private static long firstUserLeaves(Load load, LoadSpan span) {
		long due = span.firstSent() + load.measure().minus(load.thinkTime().multipliedBy(2)).toMillis();
		long leaving = Math.max(span.completeUntil(), due - Load.SETTLE.toMillis());
		return Math.min(Math.min(due, leaving) - SAMPLE_MILLIS, span.lastSent());
	}

	/**
	 * The moment at which the app ended or got SIGTERM, in milliseconds since 1970;
	 * {@code Long.MAX_VALUE} if it outlived the load.
	 */
	static long appEndedAt(RunRecord run) {
		RunRecord.Exit exit = run.exit();
		return Math.min(terminatedAt(run), (exit != null) ? exit.at() : Long.MAX_VALUE);
	}

	/**
	 * The moment at which the app got SIGTERM, in milliseconds since 1970;
	 * {@code Long.MAX_VALUE} if none was sent.
	 */
	static long terminatedAt(RunRecord run) {
		return run.faults()
			.stream()
			.filter((applied) -> applied.fault().kind() == PlannedFault.Kind.SIGTERM)
			.mapToLong(AppliedFault::beganAt)
			.findFirst()
			.orElse(Long.MAX_VALUE);
	}

	/**
	 * The first answers to the users of a closed workload, of which each is a thread.
	 */
	static final class FirstAnswers {

		private final Set<String> threads = new HashSet<>();

		private final int users;

		private long last;

		FirstAnswers(int users) {
			this.users = users;
		}

		/** Takes a row, in the order of the answers. */
		void add(JtlRow row) {
			// Each arrival of an open workload may be a thread.
			if (this.threads.size() < this.users && this.threads.add(row.sender().thread())) {
				this.last = Math.max(this.last, row.end());
			}
		}

	}

}
