package lab.harness.model.result;

import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;

import lab.harness.model.experiment.DelayDistribution;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Target;
import lab.wire.Limit;
import lab.wire.Terms;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge of the service that a run measures. Nobody asks whether a service is
 * shipped or the reader's own, but whether what is needed is known.
 *
 * @param terms the terms that a shipped app tells, or those that the meters and the first
 * requests show of another
 * @param ledger the address at which the app counts its requests
 * @param jvm the Java version of the JVM whose counters can be read
 * @param process the id of the process, where the system shows its counters
 * @param slots the most requests that it serves at once
 * @param meanWaitMillis the mean time that a request waits for the backend, a query, a
 * sleep, or for what the file names
 */
public record Knowledge(Terms terms, Known<URI> ledger, Known<String> jvm, Known<Long> process, Known<Integer> slots,
		Known<Double> meanWaitMillis) {

	private static final String NO_SERVICE = "no service was started";

	/** Nothing is known of a program, or of a service that was not started. */
	public static final Knowledge NONE = new Knowledge(Terms.NONE, new Known.Missing<>(NO_SERVICE),
			new Known.Missing<>(NO_SERVICE), new Known.Missing<>(NO_SERVICE), new Known.Missing<>(NO_SERVICE),
			new Known.Missing<>(NO_SERVICE));

	/**
	 * Brings together what was learned when the service was ready and had answered its
	 * first requests.
	 * @param ledger null if it counts no requests
	 * @param jvm null if no counters of a JVM can be read
	 * @param process null if its process is not visible
	 * @param whyNoMeters the reason for which it tells no limit, or null if it could
	 */
	public static Knowledge of(Service service, Terms terms, @Nullable URI ledger, @Nullable String jvm,
			@Nullable Long process, @Nullable String whyNoMeters) {
		Target target = Target.ofAnyMethod(terms.endpoints(), service.load().request());
		boolean tellsSlots = ledger != null || terms.limits().containsKey(Limit.REQUEST_THREADS);
		return new Knowledge(terms, Known.of(ledger, "a service of your own counts no requests for the harness"),
				Known.of(jvm, "it runs in no JVM that the harness can attach to"),
				Known.of(process, "its process is not visible from here"),
				tellsSlots ? slots(target, terms)
						: new Known.Missing<>("the slots of the service are not known: " + Objects.requireNonNullElse(
								whyNoMeters, "its Actuator has no meter of request threads") + "; give 'slots'"),
				meanWait(service, target, ledger != null));
	}

	private static Known<Integer> slots(Target target, Terms terms) {
		return Stream.of(Limit.Kind.values())
			.flatMap((kind) -> Stream.ofNullable(target.most(terms, kind)))
			.min(Integer::compare)
			.<Known<Integer>>map(Known.Value::new)
			.orElseGet(() -> new Known.Unlimited<>("no limit of threads, connections or permits"));
	}

	private static Known<Double> meanWait(Service service, Target target, boolean listsEndpoints) {
		Duration given = service.app().meanWait();
		if (given != null) {
			return new Known.Value<>(given.toNanos() / 1e6);
		}
		if (service.backend() == null) {
			return new Known.Missing<>("the mean wait of a request is not known; give 'mean-wait', or put the slow "
					+ "backend behind the service (key 'backend')");
		}
		DelayDistribution wait = Objects.requireNonNullElse(target.ownWait(), service.latency());
		return Known.of(target.hasCeiling() ? (Double) wait.meanMillis() : null, (listsEndpoints || !target.isUniform())
				? target.whyNoCeiling() : "the first request did not call the backend exactly once");
	}

	/** Whether the app counts its requests for the harness. */
	public boolean hasLedger() {
		return this.ledger.orNull() != null;
	}

	/** Whether a service was started that counts no requests for the harness. */
	public boolean isWithoutLedger() {
		return !hasLedger() && !this.terms.equals(Terms.NONE);
	}

	/**
	 * The reason why the law sets no ceiling for the requests, or null if it sets one.
	 */
	public @Nullable String whyNoCeiling() {
		return (this.meanWaitMillis.whyMissing() != null) ? this.meanWaitMillis.whyMissing() : this.slots.whyMissing();
	}

}
