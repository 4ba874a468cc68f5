package lab.harness.analysis;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import lab.harness.model.Behaviour.Limit;
import lab.harness.model.DelayDistribution;
import lab.harness.model.Evidence;
import lab.harness.model.Load;
import lab.harness.model.RunFailedException;
import lab.harness.model.RunRecord;
import lab.harness.model.RunRecord.AppliedFault;
import lab.harness.model.RunRecord.SlowClients;
import lab.harness.model.Service;
import lab.wire.AppLedger;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one run of a service, brought together from its files: what ran, what the
 * generator saw, what the probe saw.
 *
 * @param planned the window that the load's times leave; that of {@link #load} lies
 * between two samples of the probe
 * @param histogram the live heap while the load was on, or null where it was not counted
 */
record Measured(RunRecord record, LoadTotals load, Window planned, Probed probe, SideAnswers side,
		@Nullable ClassHistogram histogram) {

	/**
	 * Reads the files of a run that has ended.
	 * @throws RunFailedException if the JTL is cut off or the probe saw too little
	 * @throws lab.harness.model.InvalidInputException if a file is missing or broken
	 */
	static Measured read(Evidence evidence, RunRecord record) {
		Path jtl = evidence.jtl();
		LoadSpan span = new LoadSpan();
		if (!new Jtl(jtl).forEach(span::add)) {
			throw new RunFailedException(jtl.getFileName() + " is cut off in the middle");
		}
		List<AppliedFault> faults = record.faults();
		Window planned = Window.of(record, span);
		boolean endedByItself = record.exit() != null && Window.told(record) == Long.MAX_VALUE;
		Window life = endedByItself ? new Window(span.firstSent(), Window.ended(record)) : null;
		Probed probe = Probed.read(evidence.probe(), planned, life,
				faults.isEmpty() ? Long.MAX_VALUE : faults.getFirst().beganAt());
		LoadTotals load = new LoadTotals(span, new Window(probe.begin().at(), probe.end().at()), probe.middle().at(),
				Window.told(record));
		new Jtl(jtl).forEach(load::add);
		return new Measured(record, load, (probe.begin().at() < planned.begin() && life != null) ? life : planned,
				probe, SideAnswers.read(evidence.sideRequests(), probe.begin().at(), faults),
				ClassHistogram.read(evidence.histogram()));
	}

	Service service() {
		return this.record.run().variant().service();
	}

	/** Name of the variant. */
	String variant() {
		return this.record.run().variant().name();
	}

	Load workload() {
		return service().load();
	}

	/** How long a request waits: at the backend, or what its path says. */
	DelayDistribution latency() {
		return latency(service());
	}

	static DelayDistribution latency(Service service) {
		DelayDistribution own = service.load().ownWait();
		return (own != null) ? own : service.latency();
	}

	RunRecord.End end() {
		return Objects.requireNonNull(this.record.end());
	}

	/** The faults as they were applied. */
	List<AppliedFault> faults() {
		return this.record.faults();
	}

	/** How the app ended during the load, or null where it lives. */
	RunRecord.@Nullable Exit exit() {
		return this.record.exit();
	}

	boolean hasOpenLoadOrFaults() {
		return service().hasOpenLoadOrFaults();
	}

	/**
	 * Whether the app ended so early that the window is all of its life under load, ramp
	 * included.
	 */
	boolean endedEarly() {
		return this.planned.begin() > this.probe.begin().at();
	}

	/** Whether the app has processors of its own. */
	boolean dedicatedCores() {
		return this.record.placement().dedicatedCores();
	}

	/** The window, edges by the probe. */
	Stretch window() {
		return this.probe.stretch();
	}

	/** Requests that the harness itself sent to the port of the app. */
	long sentByHarness() {
		return this.side.sleeps() + slowClients();
	}

	/** Requests of slow clients. */
	long slowClients() {
		return faults().stream()
			.map(AppliedFault::slowClients)
			.flatMap(Stream::ofNullable)
			.mapToLong(SlowClients::sent)
			.sum();
	}

	/** Users of the generator. */
	int users() {
		return workload().generatorUsers();
	}

	/**
	 * Requests that can wait at once, at the backend or elsewhere: the smallest of the
	 * limits, of which any may be absent. By Little's law, N = X R solved for X, the
	 * ceiling is slots / mean delay (J. D. C. Little, "A Proof for the Queuing Formula L
	 * = λW", Operations Research 9(3), 1961).
	 */
	static int slots(int users, @Nullable Integer... limits) {
		int slots = users;
		for (Integer limit : limits) {
			slots = (limit != null) ? Math.min(slots, limit) : slots;
		}
		return slots;
	}

	int slots() {
		return Math.min(users(), slotsOfApp());
	}

	/** How many the app would serve at once, however many users there are. */
	int slotsOfApp() {
		return slots(Integer.MAX_VALUE, requestThreads(),
				WaitLimits.connections(this.record.terms(), workload().path()), bulkhead());
	}

	@Nullable Integer requestThreads() {
		return WaitLimits.threads(this.record.terms(), workload().path());
	}

	/** Permits of the bulkhead, where a request needs one. */
	private @Nullable Integer bulkhead() {
		AppLedger.Guard guard = this.probe.before().ledger().guard();
		return (guard != null && workload().guarded()) ? (Integer) guard.bulkheadMax() : null;
	}

	/**
	 * What the slots are. Arrivals are the limit where so few come that they need fewer.
	 */
	Limit limitedBySlots() {
		Integer rate = workload().rate();
		if (rate != null && rate <= nominalCeiling()) {
			return Limit.ARRIVALS;
		}
		Integer permits = bulkhead();
		if (permits != null && permits == slots()) {
			return Limit.BULKHEAD;
		}
		Integer threads = requestThreads();
		if (threads != null && threads == slots() && threads < users()) {
			return Limit.REQUEST_THREADS;
		}
		return (slots() < users()) ? Limit.CONNECTIONS : Limit.USERS;
	}

	/** The ceiling of the delays drawn in a stretch; of those promised where none was. */
	double ceiling(Stretch stretch) {
		return (workload().ownWait() == null && stretch.completedAtBackend() > 0)
				? slots() * 1000.0 / stretch.meanDrawnMillis() : nominalCeiling();
	}

	double ceiling() {
		return ceiling(window());
	}

	double nominalCeiling() {
		return slots() * 1000.0 / latency().meanMillis();
	}

	/**
	 * The edges of the window cut requests in two: one that began before it counts whole,
	 * one that ends after it not at all. How long each has been on its way then is
	 * chance, with about the spread of the delays, at two edges for each slot. Four
	 * standard errors, as a share of what these slots do: below 1 % but for a handful of
	 * users.
	 */
	double edges(int slots) {
		return workload().callsBackend()
				? 4 * Math.sqrt(2.0 * slots()) * latency().sdMillis() / 1000 / (slots * window().seconds()) : 0;
	}

}
