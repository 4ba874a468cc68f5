package lab.harness.model.experiment;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import lab.harness.model.DataFile;
import lab.harness.model.Durations;
import lab.harness.model.InvalidInputException;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A fault that an experiment injects in the middle of a run.
 *
 * @param at the time from the first request of the measured load to its beginning
 * @param lasts its duration; zero for {@link Kind#SIGTERM}, which does not end
 * @param share share of the backend's requests that it hits, above 0 and at most 1
 * @param clients number of slow clients, for {@link Kind#SLOW_CLIENTS} only
 */
public record PlannedFault(Kind kind, Duration at, @JsonProperty("for") Duration lasts, Double share,
		@Nullable Integer clients) {

	/** The time before the first fault gives the throughput to compare with. */
	private static final Duration LEAST_BEFORE = Duration.ofSeconds(3);

	private static final int MOST_CLIENTS = 5000;

	public PlannedFault {
		InvalidInputException.require(kind != null, "kind",
				"'kind' is required; accepted: " + DataFile.words(Kind.values()));
		InvalidInputException.require(at != null, "at", "'at' is required, such as 15s");
		lasts = Objects.requireNonNullElse(lasts, Duration.ZERO);
		InvalidInputException.require(lasts.isPositive() || kind == Kind.SIGTERM, "for",
				"'for' is required and must be above 0, such as 20s");
		belongs("for", kind == Kind.SIGTERM && lasts.isPositive(), kind);
		belongs("share", share != null && share < 1 && (!kind.ofBackend() || kind == Kind.OUTAGE), kind);
		belongs("clients", clients != null && kind != Kind.SLOW_CLIENTS, kind);
		share = Objects.requireNonNullElse(share, 1.0);
		InvalidInputException.require(share > 0 && share <= 1, "share",
				"'" + share + "' is out of range; accepted: above 0, at most 1");
		InvalidInputException.require(
				kind != Kind.SLOW_CLIENTS || (clients != null && clients >= 1 && clients <= MOST_CLIENTS), "clients",
				"'clients' is required; accepted: 1 to " + MOST_CLIENTS);
	}

	private static void belongs(String key, boolean wrong, Kind kind) {
		InvalidInputException.require(!wrong, key, "'" + key + "' does not belong to a fault of kind " + kind);
	}

	/** The time from the first request of the measured load to its end. */
	public Duration end() {
		return this.at.plus(this.lasts);
	}

	/** The request to the backend's management port that begins it. */
	public Map<String, Object> request() {
		Map<String, Object> body = new LinkedHashMap<>(Map.of("fault", this.kind.toString()));
		if (this.kind != Kind.OUTAGE) {
			body.put("share", this.share);
		}
		return body;
	}

	/** Its kind and settings, such as {@code error, share 0.3, 20s}. */
	public String words() {
		return this.kind + ((this.share < 1) ? ", share " + this.share : "")
				+ ((this.clients != null) ? ", " + this.clients + " clients" : "")
				+ (this.lasts.isZero() ? "" : ", " + Durations.format(this.lasts));
	}

	/**
	 * Checks that faults fit a load: in order, one at a time, within the measured time,
	 * and with time before the first one.
	 * @throws InvalidInputException if they do not
	 */
	static void check(List<PlannedFault> faults, Load load) {
		Duration from = load.ramp().plus(Load.SETTLE).plus(LEAST_BEFORE);
		String why = "3 s to compare with are needed after ramp and settling";
		for (PlannedFault fault : faults) {
			InvalidInputException.require(fault.kind != Kind.SIGTERM || fault == faults.getLast(), "faults",
					"sigterm ends the app, so no fault can follow it");
			InvalidInputException.require(fault.kind != Kind.SLOW_CLIENTS || load.request().isPlain(), "faults",
					"slow clients send a GET of a single path; leave out method, headers, body and values of the load");
			InvalidInputException.require(fault.at.compareTo(from) >= 0, "faults",
					fault.kind + " at " + Durations.format(fault.at) + " is too early; " + why + ", so at "
							+ Durations.format(from) + " or later");
			InvalidInputException.require(fault.end().compareTo(load.measure()) <= 0, "faults",
					fault.kind + " would end after " + Durations.format(fault.end()) + ", and the measured time is "
							+ Durations.format(load.measure()));
			from = fault.end();
			why = "the fault before it must be over";
		}
	}

	public enum Kind {

		/** The backend accepts requests and answers none of them until the fault ends. */
		HANG,

		/** The backend answers 500 at once. */
		ERROR,

		/** The backend breaks the connection in the middle of the answer. */
		RESET,

		/** The backend's port is closed, and all its connections are reset. */
		OUTAGE,

		/** The app receives SIGTERM, as in a deployment. */
		SIGTERM,

		/**
		 * Further clients send one request each and read a byte of the answer a second.
		 */
		SLOW_CLIENTS;

		public boolean ofBackend() {
			return this != SIGTERM && this != SLOW_CLIENTS;
		}

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}
