package lab.harness.analysis;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import lab.harness.model.Check;
import lab.harness.model.CheckKind;
import lab.harness.model.RunRecord;
import lab.harness.model.Sample;
import lab.wire.AppLedger;
import org.jspecify.annotations.Nullable;

/**
 * Is every request accounted for, and everything given back? The whole run counts, drain
 * included.
 */
final class LedgerChecks {

	/** Causes of a failed call that the backend may never have seen. */
	private static final List<String> WITHOUT_ANSWER = List.of("read-timeout", "reset", "closed-early",
			"connect-refused", "connect-timeout");

	/** Threads that a JVM may start at any time for itself, to compile or to collect. */
	private static final int OWN_THREADS = 10;

	/**
	 * An eighth of the usual heap, above what Tomcat and its HTTP client were seen to
	 * keep for the next load (52 to 56 MiB of idle connections and request processors
	 * after 1600 requests that hung): a guard against more than that.
	 */
	private static final int KEPT_MIB = 64;

	private static final double MIB = 1024 * 1024;

	private final Checks checks;

	private final Measured run;

	private final Map<String, Long> ledger;

	/** Why the app cannot be held to its last counters, or null. */
	private final @Nullable String notAtRest;

	LedgerChecks(Checks checks, Measured run) {
		this.checks = checks;
		this.run = run;
		this.ledger = ledger(run);
		long inFlight = run.probe().after().ledger().requests().inFlight();
		this.notAtRest = (run.exit() != null) ? "the app ended, and its last counters with it"
				: (run.service().mayExit() && inFlight > 0) ? "the app had not exited and was still serving " + inFlight
						+ " requests, with others waiting behind them, when all clients had gone" : null;
	}

	/**
	 * Every request of a run, counted at each station: sent = refused + received by the
	 * app; received = completed + abandoned; attempts at the backend = received by the
	 * backend + connect failures.
	 */
	static Map<String, Long> ledger(Measured run) {
		Map<String, Long> ledger = new TreeMap<>();
		Stretch whole = run.probe().run();
		ledger.put("sent", run.load().sent() + run.sentByHarness());
		ledger.put("refused", run.load().refused());
		ledger.put("appReceived", (long) whole.growth((sample) -> sample.ledger().requests().received()));
		ledger.put("appCompleted", (long) whole.growth((sample) -> sample.ledger().requests().completed()));
		ledger.put("appAbandoned", (long) whole.growth((sample) -> sample.ledger().requests().abandoned()));
		ledger.put("backendAttempts", (long) whole.growth((sample) -> sample.ledger().calls().backendAttempts()));
		ledger.put("connectFailures", (long) whole.growth((sample) -> sample.ledger().calls().connectFailures()));
		ledger.put("backendReceived", (long) whole.growth((sample) -> sample.counters().requests().received()));
		return ledger;
	}

	void judge(CheckKind kind) {
		if (kind == CheckKind.NO_ZOMBIE) {
			noZombie();
		}
		else if (this.notAtRest != null) {
			this.checks.leaveOut(kind, this.notAtRest);
		}
		else {
			atRest(kind);
		}
	}

	private void atRest(CheckKind kind) {
		switch (kind) {
			case LEDGER_SENT -> balance(kind, at("sent") - at("refused") - at("appReceived"), unanswered());
			case LEDGER_APP ->
				this.checks.add(Check.equal(kind, at("appReceived") - at("appCompleted") - at("appAbandoned"), 0));
			case LEDGER_BACKEND -> balance(kind,
					this.run.workload().callsBackend()
							? at("backendAttempts") - at("backendReceived") - at("connectFailures")
							: at("backendAttempts") + at("backendReceived"),
					failedCalls() + at("appAbandoned"));
			default -> {
				if (this.run.hasOpenLoadOrFaults()) {
					checkUnderOpenLoadOrFaults(kind);
				}
			}
		}
	}

	private void checkUnderOpenLoadOrFaults(CheckKind kind) {
		switch (kind) {
			case LEDGER_ANSWERS -> {
				long answered = at("sent") - at("refused") - unanswered();
				balance(kind, at("appCompleted") - answered, unanswered());
			}
			case NO_LEAK -> noLeak();
			case THREADS_BACK -> threadsBack();
			default -> memoryBack();
		}
	}

	private long at(String station) {
		return this.ledger.getOrDefault(station, 0L);
	}

	/**
	 * Nothing may appear or vanish on the way. Under faults and open arrivals a client
	 * that gives up cannot know whether the app had read its request or has answered it
	 * since, so as many may be missing at the app, and as many answers at the client, as
	 * ended without an answer; and as many calls at the backend as failed without one.
	 * Where no path calls the backend, it must not have been called.
	 */
	private void balance(CheckKind kind, long difference, long most) {
		this.checks.add(this.run.hasOpenLoadOrFaults() ? Check.within(kind, difference, 0, most)
				: Check.equal(kind, difference, 0));
	}

	private long unanswered() {
		return this.run.load().unanswered() + this.run.side().sleepsWithoutAnswer() + this.run.slowClients();
	}

	private long failedCalls() {
		return (long) this.run.probe().run().growth(LedgerChecks::failedCalls);
	}

	private static long failedCalls(Sample sample) {
		return WITHOUT_ANSWER.stream()
			.mapToLong((cause) -> sample.ledger().calls().backendFailures().getOrDefault(cause, 0L))
			.sum();
	}

	/** All that was taken is given back, once nothing is in flight. */
	private void noLeak() {
		AppLedger after = this.run.probe().after().ledger();
		AppLedger.Guard guard = after.guard();
		if (guard == null) {
			this.checks.leaveOut(CheckKind.NO_LEAK, "the app does not count its permits");
			return;
		}
		this.checks.add(Check.equal(CheckKind.NO_LEAK,
				guard.bulkheadMax() - guard.bulkheadFree() + after.calls().backendConnectionsLeased(), 0));
	}

	/**
	 * Platform threads at rest. A pool of request threads keeps for a minute what it grew
	 * to, so as many may be more as it may hold.
	 */
	private void threadsBack() {
		Integer pool = this.run.requestThreads();
		int more = this.run.probe().after().app().threads() - this.run.probe().before().app().threads();
		this.checks.add(Check.atMost(CheckKind.THREADS_BACK, more, OWN_THREADS + ((pool != null) ? pool : 0)));
	}

	private void memoryBack() {
		Long before = this.run.record().preparation().liveHeapBytes();
		Long after = this.run.end().liveHeapBytes();
		if (before == null || after == null) {
			this.checks.leaveOut(CheckKind.MEMORY_BACK,
					"the live heap can be read only of processes whose JDK has jcmd");
			return;
		}
		this.checks.add(Check.atMost(CheckKind.MEMORY_BACK, (after - before) / MIB, KEPT_MIB));
	}

	/** A process that is left without its clients must finish what it has. */
	private void noZombie() {
		RunRecord.Exit exit = this.run.exit();
		if (exit != null) {
			this.checks.add(Check.equal(CheckKind.NO_ZOMBIE, exit.zombie() ? 1 : 0, 0));
		}
		else if (this.notAtRest != null) {
			boolean goesOn = done(this.run.probe().after()) > done(this.run.probe().end());
			this.checks.add(Check.equal(CheckKind.NO_ZOMBIE, goesOn ? 0 : 1, 0));
		}
	}

	private static long done(Sample sample) {
		return sample.ledger().requests().completed() + sample.ledger().requests().abandoned();
	}

}
