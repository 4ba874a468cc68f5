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
 * @param guard the bulkhead to set; null for users who do not think, who limit
 * themselves, if the time of a call is unknown, and for a single request thread
 */
public record Advice(Workload workload, List<Ceiling> ceilings, List<Choice> choices, @Nullable Guard guard) {

	/** The reserve of a pool above rate x time, as in the experiment sizing-rule. */
	private static final double RESERVE = 0.2;

	/** Share of random arrivals that the reserve of a guard may refuse. */
	private static final double MOST_REFUSED = 0.001;

	/** Live heap that a service of the laboratory keeps without a request, in MiB. */
	public static final int SERVICE_MIB = 28;

	public static final double MIB = 1024 * 1024;

	/** The connections of WebClient to one host, by default. */
	static final double WEB_CLIENT_POOL = 500;

	/** Absorbs rounding errors before ceil and floor. */
	private static final double ROUNDING = 1e-9;

	public static Advice of(Workload workload) {
		Model model = workload.limitsThreads() ? Model.PLATFORM : Model.VIRTUAL;
		List<Ceiling> ceilings = ceilings(workload, workload.amounts(), model);
		return new Advice(workload, ceilings, choices(workload), guard(workload, ceilings, model));
	}

	/** The ceiling that decides, or null if no limit is known. */
	public @Nullable Ceiling smallest() {
		return smallest(this.ceilings);
	}

	/** The ceiling of a resource, or null if it is unknown. */
	@Nullable Ceiling ceiling(Resource resource) {
		return this.ceilings.stream().filter((ceiling) -> ceiling.resource() == resource).findFirst().orElse(null);
	}

	/** The model that the service has, as far as its threads are known. */
	Choice present() {
		return this.workload.limitsThreads() ? this.choices.getFirst() : choice(Model.VIRTUAL);
	}

	/** The last of a model, which for all but platform threads is the only one. */
	Choice choice(Model model) {
		return this.choices.stream().filter((choice) -> choice.model() == model).toList().getLast();
	}

	/** The mean response time of users in milliseconds. */
	double responseMillis() {
		return responseMillis(this.workload.times(), Objects.requireNonNull(smallest()).throughput(),
				Objects.requireNonNull(this.workload.amount(Resource.USERS)),
				this.workload.amounts().getOrDefault(Resource.CONNECTIONS, Double.POSITIVE_INFINITY));
	}

	/**
	 * N / X - Z, by the law, for the users who have a connection: they keep it while they
	 * think, so their number bounds the response time in the same way.
	 */
	private static double responseMillis(Workload.Times times, double throughput, double users, double connections) {
		double kept = Objects.requireNonNull(times.connected()) - Objects.requireNonNull(times.request());
		return Math.min(LittlesLaw.millis(users, throughput) - times.think(),
				LittlesLaw.millis(connections, throughput) - kept);
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

	/**
	 * The time in milliseconds for which the requests inside a full service wait for the
	 * smallest limit: by Little's law their number / throughput, less the rest of their
	 * time. Infinite if their number grows without a limit.
	 */
	double queueMillis() {
		Choice present = present();
		double inFlight = Objects.requireNonNull(present.inFlight());
		double request = Objects.requireNonNull(this.workload.times().request());
		return Math.max(0, LittlesLaw.millis(inFlight, Objects.requireNonNull(present.served())) - request);
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
	 * arrivals need a reserve; users who do not think need none. More threads than the
	 * server has connections would do nothing.
	 */
	private static @Nullable Double threads(Workload workload, Choice unlimited) {
		Double millis = workload.times().request();
		Double served = unlimited.served();
		if (millis == null || served == null) {
			return null;
		}
		double inFlight = LittlesLaw.inFlight(served, millis);
		double threads = Math.ceil(((workload.arrivals() != null) ? (1 + RESERVE) * inFlight : inFlight) - ROUNDING);
		return Math.min(threads, workload.amounts().getOrDefault(Resource.CONNECTIONS, Double.POSITIVE_INFINITY));
	}

	private static Choice choice(Workload workload, Model model, double threads) {
		Map<Resource, Double> amounts = new EnumMap<>(Resource.class);
		amounts.putAll(workload.amounts());
		amounts.put(Resource.REQUEST_THREADS, threads);
		if (model == Model.WEBFLUX) {
			amounts.remove(Resource.CONNECTIONS);
			amounts.putIfAbsent(Resource.HTTP_POOL, WEB_CLIENT_POOL);
		}
		Ceiling smallest = smallest(ceilings(workload, amounts, model));
		Double rate = workload.rate();
		Double served = (smallest == null) ? rate
				: (Double) ((rate != null) ? Math.min(rate, smallest.throughput()) : smallest.throughput());
		double connections = amounts.getOrDefault(Resource.CONNECTIONS, Double.POSITIVE_INFINITY);
		double inside = Math.min(threads, connections);
		Double demand = workload.inFlight();
		Double users = workload.amount(Resource.USERS);
		if (rate != null && smallest != null && smallest.throughput() < rate) {
			demand = inside;
		}
		else if (users != null && served != null) {
			demand = LittlesLaw.inFlight(served, responseMillis(workload.times(), served, users, connections));
		}
		Double inFlight = (demand != null) ? (Double) Math.min(demand, inside) : null;
		return new Choice(model, threads, smallest, served, inFlight,
				(inFlight != null) ? (Double) (inFlight * model.requestBytes(workload)) : null);
	}

	/**
	 * The permits of a bulkhead: rate x time of a call, and the larger of a fifth and
	 * what refuses one random arrival in a thousand. But no more than the heap holds; not
	 * more calls than a ceiling keeps in progress that is below the arrivals, because the
	 * others would only queue; and one less than the request threads, because a thread
	 * must be free to refuse.
	 */
	private static @Nullable Guard guard(Workload workload, List<Ceiling> ceilings, Model model) {
		Double arrivals = workload.arrivals();
		Double waiting = workload.times().waiting();
		if (arrivals == null || waiting == null) {
			return null;
		}
		double load = LittlesLaw.inFlight(arrivals, waiting);
		int rule = Math.max((int) Math.ceil((1 + RESERVE) * load - ROUNDING), Erlang.servers(load, MOST_REFUSED));
		Map<Resource, Double> most = new EnumMap<>(Resource.class);
		for (Ceiling ceiling : ceilings) {
			if (ceiling.resource() == Resource.HEAP) {
				most.put(Resource.HEAP, ceiling.amount());
			}
			if (ceiling.throughput() < arrivals) {
				most.put(ceiling.resource(), Math.floor(LittlesLaw.inFlight(ceiling.throughput(), waiting) + ROUNDING));
			}
		}
		Double threads = workload.amount(Resource.REQUEST_THREADS);
		if (threads != null) {
			most.merge(Resource.REQUEST_THREADS, threads - 1, Math::min);
			if (threads < 2) {
				return null;
			}
		}
		Resource limit = most.entrySet()
			.stream()
			.filter((entry) -> entry.getValue() < rule)
			.min(Map.Entry.comparingByValue())
			.map(Map.Entry::getKey)
			.orElse(null);
		int permits = (limit != null) ? Math.max(1, most.getOrDefault(limit, 1.0).intValue()) : rule;
		return new Guard(load, permits, limit, Erlang.refused(permits, load), permits * model.requestBytes(workload));
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

		/**
		 * The share of random arrivals that waits for the resource longer than a time, by
		 * Erlang's delay formula: D exp(-(throughput - rate) t), where D is the share
		 * that waits at all.
		 * @param rate arrivals a second, fewer than the throughput
		 */
		double waitLongerThan(double millis, double rate) {
			int servers = (int) Math.max(1, this.amount);
			return Erlang.delayed(servers, servers * rate / throughput())
					* Math.exp(-(throughput() - rate) * millis / 1000);
		}

		/** The mean of that wait in milliseconds, D / (throughput - rate). */
		double waitMillis(double rate) {
			return 1000 * waitLongerThan(0, rate) / (throughput() - rate);
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
	 * Models of concurrency, with what they cost in the records.
	 */
	public enum Model {

		PLATFORM("platform threads", 140, null, 262, 9), VIRTUAL("virtual threads", 161, 173, 286, 8),
		WEBFLUX("WebFlux", 22, 31, 290, 10);

		private final String words;

		private final int requestKib;

		private final @Nullable Integer connectionKib;

		private final int cpuMicros;

		private final int fullSpeedSeconds;

		Model(String words, int requestKib, @Nullable Integer connectionKib, int cpuMicros, int fullSpeedSeconds) {
			this.words = words;
			this.requestKib = requestKib;
			this.connectionKib = connectionKib;
			this.cpuMicros = cpuMicros;
			this.fullSpeedSeconds = fullSpeedSeconds;
		}

		/** The live heap that a waiting request holds, in waiting-memory. */
		public int requestKib() {
			return this.requestKib;
		}

		/**
		 * The resident memory that a connection with a waiting request adds from 1000
		 * connections to 10,000, in connections; null if it was not measured.
		 */
		public @Nullable Integer connectionKib() {
			return this.connectionKib;
		}

		/** The CPU time of a request at 1000 a second on two processors, in pods. */
		public int cpuMicros() {
			return this.cpuMicros;
		}

		/** The time until a cold service serves what is asked for, in start. */
		public int fullSpeedSeconds() {
			return this.fullSpeedSeconds;
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
