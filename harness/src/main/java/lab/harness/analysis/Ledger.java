package lab.harness.analysis;

/**
 * Every request of a run, ramp and drain included, counted at each station: sent =
 * refused + received by the app; received = completed + abandoned; attempts at the
 * backend = received by the backend + connect failures.
 *
 * @param sent by the generator, and by the harness beside it
 * @param refused found nobody listening
 * @param appReceived received by the app
 * @param appCompleted answered by the app
 * @param appAbandoned given up by the client before the app answered
 * @param backendAttempts calls that the app began
 * @param connectFailures calls that got no connection
 * @param backendReceived received by the backend
 */
public record Ledger(long sent, long refused, long appReceived, long appCompleted, long appAbandoned,
		long backendAttempts, long connectFailures, long backendReceived) {

	static Ledger of(Measured run) {
		return new Ledger(run.load().sent() + run.askedByHarness(), run.load().refused(),
				run.inRun((sample) -> sample.ledger().received()), run.inRun((sample) -> sample.ledger().completed()),
				run.inRun((sample) -> sample.ledger().abandoned()),
				run.inRun((sample) -> sample.ledger().backendAttempts()),
				run.inRun((sample) -> sample.ledger().connectFailures()),
				run.inRun((sample) -> sample.counters().received()));
	}

}
