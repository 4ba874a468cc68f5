package lab.harness.analysis;

import java.util.Map;

/**
 * Every request of a run, drain included, counted at each station: sent = refused +
 * received by the app; received = completed + abandoned; attempts at the backend =
 * received by the backend + connect failures.
 */
record RequestLedger(long sent, long refused, long appReceived, long appCompleted, long appAbandoned,
		long backendAttempts, long connectFailures, long backendReceived) {

	static RequestLedger of(ServiceRun run) {
		ProbeSpan whole = run.probe().wholeRun();
		return new RequestLedger(run.load().sent() + run.side().sleeps() + run.slowClients(), run.load().refused(),
				(long) whole.growth((sample) -> sample.ledger().requests().received()),
				(long) whole.growth((sample) -> sample.ledger().requests().completed()),
				(long) whole.growth((sample) -> sample.ledger().requests().abandoned()),
				(long) whole.growth((sample) -> sample.ledger().calls().backendAttempts()),
				(long) whole.growth((sample) -> sample.ledger().calls().connectFailures()),
				(long) whole.growth((sample) -> sample.counters().requests().received()));
	}

	long accepted() {
		return this.sent - this.refused;
	}

	/** The counts by the names of {@code result.json}. */
	Map<String, Long> byStation() {
		return Map.of("sent", this.sent, "refused", this.refused, "appReceived", this.appReceived, "appCompleted",
				this.appCompleted, "appAbandoned", this.appAbandoned, "backendAttempts", this.backendAttempts,
				"connectFailures", this.connectFailures, "backendReceived", this.backendReceived);
	}

}
