package lab.harness.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import lab.harness.target.AppLedger;

/**
 * The checks of a stressed run whose app lives and has no request left: is everything
 * accounted for, and given back?
 */
final class AtRestChecks {

	/** The names of all, for an app that cannot be held to them. */
	static final String NAMES = "ledger-sent, ledger-app, ledger-answers, ledger-backend, no-leak, threads-back, "
			+ "memory-back";

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

	private final Measured run;

	private final List<Check> checks = new ArrayList<>();

	private final Map<String, String> leftOut = new LinkedHashMap<>();

	AtRestChecks(Measured run) {
		this.run = run;
		ledger();
		leaks();
		threadsBack();
		memoryBack();
	}

	List<Check> checks() {
		return this.checks;
	}

	/** Names of checks that mean nothing for this run, and why. */
	Map<String, String> leftOut() {
		return this.leftOut;
	}

	/**
	 * The whole run, drain included. A client that gives up cannot know whether the app
	 * had read its request or has answered it since, so as many may be missing at the
	 * app, and as many answers at the client, as ended without an answer; and as many
	 * calls at the backend as failed without one.
	 */
	private void ledger() {
		Ledger ledger = Ledger.of(this.run);
		long unanswered = this.run.load().unanswered() + besideUnanswered();
		long answered = ledger.sent() - ledger.refused() - unanswered;
		between("ledger-sent", ledger.sent() - ledger.refused() - ledger.appReceived(), unanswered);
		this.checks
			.add(Check.equal("ledger-app", ledger.appReceived() - ledger.appCompleted() - ledger.appAbandoned(), 0));
		between("ledger-answers", ledger.appCompleted() - answered, unanswered);
		long failed = this.run.inRun((sample) -> sample.ledger()
			.backendFailures()
			.entrySet()
			.stream()
			.filter((entry) -> WITHOUT_ANSWER.contains(entry.getKey()))
			.mapToLong(Map.Entry::getValue)
			.sum());
		between("ledger-backend",
				this.run.callsBackend() ? ledger.backendAttempts() - ledger.backendReceived() - ledger.connectFailures()
						: ledger.backendAttempts() + ledger.backendReceived(),
				failed + ledger.appAbandoned());
	}

	private long besideUnanswered() {
		return this.run.beside()
			.stream()
			.filter((asked) -> asked.what().equals("sleep") && asked.status() == null)
			.count()
				+ this.run.faults()
					.stream()
					.mapToLong((applied) -> (applied.slowClients() != null) ? applied.slowClients().asked() : 0)
					.sum();
	}

	private void between(String name, long difference, long most) {
		this.checks.add(Check.within(name, difference, 0, most));
	}

	/** All that was taken is given back, once nothing is in flight. */
	private void leaks() {
		AppLedger ledger = this.run.after().ledger();
		AppLedger.Guard guard = ledger.guard();
		if (guard == null) {
			this.leftOut.put("no-leak", "the app does not tell of its permits");
			return;
		}
		this.checks.add(Check.equal("no-leak",
				guard.bulkheadMax() - guard.bulkheadFree() + ledger.backendConnectionsLeased(), 0));
	}

	/**
	 * Platform threads at rest. A pool of request threads keeps for a minute what it grew
	 * to, so as many may be more as it may hold.
	 */
	private void threadsBack() {
		Integer pool = this.run.run().terms().requestThreads();
		int more = this.run.after().app().threads() - this.run.before().app().threads();
		this.checks.add(Check.atMost("threads-back", more, OWN_THREADS + ((pool != null) ? pool : 0)));
	}

	private void memoryBack() {
		Kept heap = StressAnalysis.liveHeapMiB(this.run);
		if (heap == null) {
			this.leftOut.put("memory-back", "what the heap holds is asked of processes whose JDK has jcmd");
			return;
		}
		this.checks.add(Check.atMost("memory-back", heap.more(), KEPT_MIB));
	}

}
