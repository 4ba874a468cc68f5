package lab.harness.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import lab.harness.analysis.LittlesLaw;
import org.jspecify.annotations.Nullable;

/**
 * The advice of the law about a service before anything is measured. The ceilings are the
 * asymptotic bounds of P. J. Denning and J. P. Buzen, "The Operational Analysis of
 * Queueing Network Models", ACM Computing Surveys 10(3), 1978.
 *
 * @param ceilings the throughput that each known resource allows
 * @param choices each model of concurrency with this load
 * @param guard the bulkhead to set; null for a closed workload, which limits itself, if
 * the time of a call is unknown, and for a single request thread
 */
public record Advice(Workload workload, List<Ceiling> ceilings, List<Choice> choices, @Nullable Guard guard) {

	/** The reserve of a pool above rate x time, as in the experiment sizing-rule. */
	private static final double RESERVE = 0.2;

	/** Share of random arrivals that the reserve of a guard may refuse. */
	private static final double MOST_REFUSED = 0.001;

	/** Live heap that a service of the laboratory keeps without a request, in MiB. */
	public static final int SERVICE_MIB = 28;

	public static final double MIB = 1024 * 1024;

	/** Absorbs rounding errors before ceil and floor. */
	private static final double ROUNDING = 1e-9;

	public static Advice of(Workload workload) {
		Model model = workload.limitsThreads() ? Model.PLATFORM : Model.VIRTUAL;
		List<Ceiling> ceilings = ceilings(workload, workload.amounts(), model);
		return new Advice(workload, ceilings, choices(workload), guard(workload, smallest(ceilings), model));
	}

	/** The ceiling that decides, or null if no limit is known. */
	public @Nullable Ceiling smallest() {
		return smallest(this.ceilings);
	}

	/** The share of the arrivals that the smallest ceiling does not serve, or 0. */
	public double excess() {
		Double rate = this.workload.rate();
		Ceiling smallest = smallest();
		return (rate != null && smallest != null) ? Math.max(0, 1 - smallest.throughput() / rate) : 0;
	}

	private static List<Ceiling> ceilings(Workload workload, Map<Resource, Double> amounts, Model model) {
		List<Ceiling> ceilings = new ArrayList<>();
		for (Resource resource : Resource.values()) {
			Double amount = amounts.get(resource);
			Double millis = resource.millis.apply(workload.times());
			if (amount != null && millis != null) {
				ceilings.add(new Ceiling(resource,
						(resource == Resource.HEAP) ? requestsThatFit(workload, model, amount) : amount, millis));
			}
		}
		return List.copyOf(ceilings);
	}

	/** The service itself takes its part of the heap first. */
	private static double requestsThatFit(Workload workload, Model model, double heap) {
		double service = Objects.requireNonNullElse(workload.serviceBytes(), SERVICE_MIB * MIB);
		return Math.max(0, Math.floor((heap - service) / model.requestBytes(workload)));
	}

	private static @Nullable Ceiling smallest(List<Ceiling> ceilings) {
		return ceilings.stream()
			.filter((ceiling) -> Double.isFinite(ceiling.throughput()))
			.min(Comparator.comparingDouble(Ceiling::throughput))
			.orElse(null);
	}

	private static List<Choice> choices(Workload workload) {
		Choice virtual = choice(workload, Model.VIRTUAL, Double.POSITIVE_INFINITY);
		Choice webflux = choice(workload, Model.WEBFLUX, Double.POSITIVE_INFINITY);
		Choice present = workload.limitsThreads()
				? choice(workload, Model.PLATFORM, Objects.requireNonNull(workload.amount(Resource.REQUEST_THREADS)))
				: null;
		Double needed = threads(workload, virtual);
		Choice enough = (needed != null && (present == null || present.threads() < needed))
				? choice(workload, Model.PLATFORM, needed) : null;
		return Stream.of(present, enough, virtual, webflux).flatMap(Stream::ofNullable).toList();
	}

	/**
	 * Request threads that serve as much as a model without a limit of them. Random
	 * arrivals need a reserve; the users of a closed workload do not.
	 */
	private static @Nullable Double threads(Workload workload, Choice unlimited) {
		Double millis = workload.times().request();
		Double served = unlimited.served();
		if (millis == null || served == null) {
			return null;
		}
		double inFlight = LittlesLaw.inFlight(served, millis);
		return Math.ceil(((workload.rate() != null) ? (1 + RESERVE) * inFlight : inFlight) - ROUNDING);
	}

	private static Choice choice(Workload workload, Model model, double threads) {
		Map<Resource, Double> amounts = new EnumMap<>(Resource.class);
		amounts.putAll(workload.amounts());
		amounts.put(Resource.REQUEST_THREADS, threads);
		Ceiling smallest = smallest(ceilings(workload, amounts, model));
		Double rate = workload.rate();
		Double served = (smallest == null) ? rate
				: (Double) ((rate != null) ? Math.min(rate, smallest.throughput()) : smallest.throughput());
		Double demand = workload.inFlight();
		boolean overloaded = rate != null && smallest != null && smallest.throughput() < rate;
		Double inFlight = overloaded ? (Double) threads : (demand != null) ? (Double) Math.min(demand, threads) : null;
		return new Choice(model, threads, smallest, served, inFlight,
				(inFlight != null) ? (Double) (inFlight * model.requestBytes(workload)) : null);
	}

	/**
	 * The permits of a bulkhead: rate x time of a call, and the larger of a fifth and
	 * what refuses one random arrival in a thousand; but no more calls than the smallest
	 * ceiling keeps in progress, because the others would only queue, and one less than
	 * the request threads, because a thread must be free to refuse.
	 */
	private static @Nullable Guard guard(Workload workload, @Nullable Ceiling smallest, Model model) {
		Double rate = workload.rate();
		Double waiting = workload.times().waiting();
		if (rate == null || waiting == null) {
			return null;
		}
		double load = LittlesLaw.inFlight(rate, waiting);
		int rule = Math.max((int) Math.ceil((1 + RESERVE) * load - ROUNDING), ErlangLoss.permits(load, MOST_REFUSED));
		double inProgress = (smallest != null)
				? Math.max(1, Math.floor(LittlesLaw.inFlight(smallest.throughput(), waiting) + ROUNDING))
				: Double.POSITIVE_INFINITY;
		Double threads = workload.amount(Resource.REQUEST_THREADS);
		double threadsForCalls = (threads != null) ? threads - 1 : Double.POSITIVE_INFINITY;
		if (threadsForCalls < 1) {
			return null;
		}
		int permits = (int) Math.min(rule, Math.min(inProgress, threadsForCalls));
		Resource limit = (threadsForCalls < inProgress) ? Resource.REQUEST_THREADS
				: (smallest != null) ? smallest.resource() : null;
		return new Guard(load, permits, (permits < rule) ? limit : null, ErlangLoss.refused(permits, load),
				permits * model.requestBytes(workload));
	}

	/**
	 * A limit of the throughput.
	 *
	 * @param amount how many requests may occupy the resource at once, infinite if there
	 * is no limit
	 * @param millis how long each occupies it
	 */
	public record Ceiling(Resource resource, double amount, double millis) {

		/** Requests a second. */
		public double throughput() {
			return LittlesLaw.throughput(this.amount, this.millis);
		}

	}

	/**
	 * A model of concurrency with this load.
	 *
	 * @param threads its request threads, infinite if there is no limit
	 * @param smallest the ceiling that decides, or null if no limit is known
	 * @param served requests a second, or null if it is unknown
	 * @param inFlight requests inside the service, infinite if more arrive than it serves
	 * and no thread limit keeps them outside; null if it is unknown
	 * @param heldBytes live heap that they hold; null if it is unknown
	 */
	public record Choice(Model model, double threads, @Nullable Ceiling smallest, @Nullable Double served,
			@Nullable Double inFlight, @Nullable Double heldBytes) {
	}

	/**
	 * A bulkhead.
	 *
	 * @param load calls in progress without it, as a mean
	 * @param resource the resource that allows no more permits, or null if the rule gave
	 * them
	 * @param refused share of random arrivals that it refuses
	 * @param heldBytes live heap that the permitted calls hold when the backend hangs
	 */
	public record Guard(double load, int permits, @Nullable Resource resource, double refused, double heldBytes) {
	}

	/**
	 * Models of concurrency, with the live heap that a waiting request holds in the
	 * record waiting-memory.
	 */
	public enum Model {

		PLATFORM("platform threads", 140), VIRTUAL("virtual threads", 161), WEBFLUX("WebFlux", 22);

		private final String words;

		private final int requestKib;

		Model(String words, int requestKib) {
			this.words = words;
			this.requestKib = requestKib;
		}

		public int requestKib() {
			return this.requestKib;
		}

		double requestBytes(Workload workload) {
			return Objects.requireNonNullElse(workload.requestBytes(), 1024.0 * this.requestKib);
		}

		@Override
		public String toString() {
			return this.words;
		}

	}

}
