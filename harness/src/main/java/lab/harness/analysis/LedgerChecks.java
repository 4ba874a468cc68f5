package lab.harness.analysis;

import java.util.List;
import java.util.Set;

import lab.harness.analysis.Judgement.Judged;
import lab.harness.analysis.Judgement.NotApplied;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.Sample;
import lab.wire.AppLedger;
import org.jspecify.annotations.Nullable;

/**
 * Checks over the whole run, drain included: clients, app and backend count the same
 * requests, and the app releases permits, connections, threads and memory.
 */
record LedgerChecks(ServiceRun run) {

	private static final Set<CheckKind> ONLY_UNDER_OPEN_LOAD_OR_FAULTS = Set.of(CheckKind.LEDGER_ANSWERS,
			CheckKind.NO_LEAK, CheckKind.THREADS_BACK, CheckKind.MEMORY_BACK);

	/** Failures of calls that may not have reached the backend. */
	private static final List<String> WITHOUT_ANSWER = List.of("read-timeout", "reset", "closed-early",
			"connect-refused", "connect-timeout");

	/** Threads that a JVM may start at any time to compile or to collect garbage. */
	private static final int JVM_THREADS = 10;

	/** An eighth of the usual heap. */
	private static final double MOST_KEPT_MIB = 64;

	/**
	 * The memory that an app keeps grows with the requests that were in flight at once:
	 * on virtual threads it was 4 MiB after 51, 32 after 418 and 64 after 1410.
	 */
	private static final double MOST_KEPT_KIB_A_REQUEST = 64;

	Judgement judge(CheckKind kind) {
		String noLedger = this.run.knowledge().ledger().whyMissing();
		if (noLedger != null) {
			return (ONLY_UNDER_OPEN_LOAD_OR_FAULTS.contains(kind) || kind == CheckKind.NO_ZOMBIE)
					? Judgement.NOT_CONCERNED : new NotApplied(noLedger);
		}
		if (kind == CheckKind.NO_ZOMBIE) {
			return noZombie();
		}
		String notAtRest = notAtRest();
		if (notAtRest != null) {
			return new NotApplied(notAtRest);
		}
		if (ONLY_UNDER_OPEN_LOAD_OR_FAULTS.contains(kind) && !this.run.hasOpenLoadOrFaults()) {
			return Judgement.NOT_CONCERNED;
		}
		RequestLedger ledger = RequestLedger.of(this.run);
		return switch (kind) {
			case LEDGER_SENT -> balance(kind, ledger.accepted() - ledger.appReceived(), unanswered());
			case LEDGER_APP ->
				new Judged(Check.equal(kind, ledger.appReceived() - ledger.appCompleted() - ledger.appAbandoned(), 0));
			case LEDGER_ANSWERS ->
				balance(kind, ledger.appCompleted() - (ledger.accepted() - unanswered()), unanswered());
			// A load that does not call the backend must leave both counts at 0.
			case LEDGER_BACKEND -> balance(kind,
					this.run.target().callsBackend()
							? ledger.backendAttempts() - ledger.backendReceived() - ledger.connectFailures()
							: ledger.backendAttempts() + ledger.backendReceived(),
					failedCalls() + ledger.appAbandoned());
			case NO_LEAK -> noLeak();
			case THREADS_BACK -> threadsBack();
			case MEMORY_BACK -> memoryBack();
			default -> throw new IllegalArgumentException(kind + " is no check of the ledger");
		};
	}

	/** The reason why the last counters are not final, or null if they are. */
	private @Nullable String notAtRest() {
		if (this.run.record().exit() != null) {
			return "the app ended, so its final counters are unknown";
		}
		long inFlight = this.run.probe().after().ledger().requests().inFlight();
		return (this.run.service().mayExit() && inFlight > 0)
				? "the app had not exited and was still serving " + inFlight + " requests when all clients had left"
				: null;
	}

	/**
	 * Both sides must count the same requests. A client that gives up, under faults and
	 * open arrivals or in front of a server that has no connection for it, cannot know
	 * whether the app read or answered its request, so the counts may differ by up to the
	 * requests that ended without an answer.
	 */
	private Judgement balance(CheckKind kind, long difference, long most) {
		return new Judged((this.run.hasOpenLoadOrFaults() || this.run.hasUsersOutside())
				? Check.within(kind, difference, 0, most) : Check.equal(kind, difference, 0));
	}

	private long unanswered() {
		return this.run.load().unanswered() + this.run.side().sleepsWithoutAnswer() + this.run.slowClients();
	}

	private long failedCalls() {
		return (long) this.run.probe()
			.wholeRun()
			.growth((sample) -> WITHOUT_ANSWER.stream()
				.mapToLong((cause) -> sample.ledger().calls().backendFailures().getOrDefault(cause, 0L))
				.sum());
	}

	private Judgement noLeak() {
		AppLedger after = this.run.probe().after().ledger();
		AppLedger.Guard guard = after.guard();
		return (guard == null) ? new NotApplied("the app does not count its permits")
				: new Judged(Check.equal(CheckKind.NO_LEAK,
						guard.bulkheadMax() - guard.bulkheadFree() + after.calls().backendConnectionsLeased(), 0));
	}

	/** A pool keeps idle request threads for a minute, so all of them are allowed. */
	private Judgement threadsBack() {
		Integer pool = this.run.requestThreads();
		int more = this.run.probe().after().app().threads() - this.run.probe().before().app().threads();
		return new Judged(Check.atMost(CheckKind.THREADS_BACK, more, JVM_THREADS + ((pool != null) ? pool : 0)));
	}

	private Judgement memoryBack() {
		Long before = this.run.record().preparation().liveHeapBytes();
		Long after = this.run.end().liveHeapBytes();
		if (before == null || after == null) {
			return new NotApplied("the live heap can be read only of processes whose JDK has jcmd");
		}
		long inFlight = this.run.probe()
			.all()
			.stream()
			.mapToLong((sample) -> sample.ledger().requests().inFlight())
			.max()
			.orElse(0);
		double most = Math.max(MOST_KEPT_MIB, inFlight * MOST_KEPT_KIB_A_REQUEST / 1024);
		return new Judged(Check.atMost(CheckKind.MEMORY_BACK, (after - before) / Figures.MIB, most));
	}

	/** An app that still serves when all clients have left must finish requests. */
	private Judgement noZombie() {
		RunRecord.Exit exit = this.run.record().exit();
		if (exit == null && notAtRest() == null) {
			return Judgement.NOT_CONCERNED;
		}
		boolean zombie = (exit != null) ? exit.isZombie()
				: finished(this.run.probe().after()) <= finished(this.run.probe().end());
		return new Judged(Check.equal(CheckKind.NO_ZOMBIE, zombie ? 1 : 0, 0));
	}

	private static long finished(Sample sample) {
		return sample.ledger().requests().completed() + sample.ledger().requests().abandoned();
	}

}
