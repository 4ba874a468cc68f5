package lab.harness.experiment;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Something that goes wrong in the middle of a run, on purpose.
 *
 * @param kind what goes wrong
 * @param at when, counted from the first request of the measured load
 * @param lasts for how long; zero for {@link Kind#SIGTERM}, which nothing lifts
 * @param share share of the backend's arrivals that it hits, above 0 and at most 1
 * @param to what the delays are drawn from meanwhile, for {@link Kind#LATENCY} alone
 * @param clients how many slow clients, for {@link Kind#SLOW_CLIENTS} alone
 */
public record Fault(Kind kind, Duration at, Duration lasts, double share, @Nullable Latency to,
		@Nullable Integer clients) {

	/** Less than this before the first fault tells nothing to compare with. */
	static final Duration LEAST_BEFORE = Duration.ofSeconds(3);

	/** When it is over, counted as {@link #at}. */
	public Duration end() {
		return this.at.plus(this.lasts);
	}

	/** What the backend's management port is told to begin it. */
	public Map<String, Object> toldBackend() {
		Map<String, Object> body = new LinkedHashMap<>(Map.of("fault", this.kind.toString()));
		if (this.kind != Kind.OUTAGE) {
			body.put("share", this.share);
		}
		if (this.kind == Kind.LATENCY) {
			body.put("to", Objects.requireNonNull(this.to).text());
		}
		return body;
	}

	/**
	 * Makes sure that faults fit a load: in order, one at a time, within the measured
	 * time, with a time before the first to compare with.
	 * @throws InvalidInputException if they do not
	 */
	static void check(List<Fault> faults, Load load) {
		Duration from = load.ramp().plus(Load.SETTLE).plus(LEAST_BEFORE);
		String why = "there must be 3 s to compare with after ramp and settling";
		for (Fault fault : faults) {
			if (fault.kind != Kind.SIGTERM && fault.kind != Kind.SLOW_CLIENTS && !Load.callsBackend(load.path())) {
				throw new InvalidInputException("faults: " + fault.kind + " is a fault of the backend, and "
						+ load.path() + " does not call it");
			}
			if (fault.at.compareTo(from) < 0) {
				throw new InvalidInputException("faults: " + fault.kind + " at " + Durations.format(fault.at)
						+ " is too early; " + why + ", so at " + Durations.format(from) + " or later");
			}
			if (fault.end().compareTo(load.measure()) > 0) {
				throw new InvalidInputException("faults: " + fault.kind + " would end after "
						+ Durations.format(fault.end()) + ", and the measured time is "
						+ Durations.format(load.measure()) + " (measure, or --quick and --measure)");
			}
			from = fault.end();
			why = "the one before is not over";
		}
		for (int i = 0; i < faults.size() - 1; i++) {
			if (faults.get(i).kind == Kind.SIGTERM) {
				throw new InvalidInputException("faults: sigterm ends the app, so nothing can follow it");
			}
		}
	}

	/** What can go wrong. */
	public enum Kind {

		/** The backend takes requests and answers none of them until it is over. */
		HANG,
		/** The backend answers with 500 at once. */
		ERROR,
		/** The backend breaks the connection in the middle of the answer. */
		RESET,
		/** The backend sends its answer a byte a second. */
		SLOW_BODY,
		/** The backend's port is closed, and so are all connections to it. */
		OUTAGE,
		/** The backend draws its delays from another distribution. */
		LATENCY,
		/** The app is told to end, as a deployment does. */
		SIGTERM,
		/** Clients beside the load ask, and read a byte of the answer a second. */
		SLOW_CLIENTS;

		/** Whether the backend's management port sets it. */
		public boolean isOfBackend() {
			return this != SIGTERM && this != SLOW_CLIENTS;
		}

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}
