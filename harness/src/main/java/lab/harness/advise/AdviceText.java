package lab.harness.advise;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.advise.Advice.Ceiling;
import lab.harness.advise.Advice.Choice;
import lab.harness.advise.Advice.Guard;
import lab.harness.advise.Advice.Model;
import lab.harness.analysis.LittlesLaw;
import lab.harness.report.Language;
import lab.harness.report.Table;
import lab.harness.report.Table.Cell;
import lab.harness.report.Table.Field;
import lab.harness.report.Text;
import org.jspecify.annotations.Nullable;

/**
 * Advice for a terminal: the answer in a sentence, then the tables. Each line names the
 * experiment and the record that it rests on.
 */
public final class AdviceText {

	/** A wait for a limit that is a smaller share of the request is not told. */
	private static final double WORTH_TELLING = 0.1;

	/** A smaller share of the requests is not told. */
	private static final double FEW = 0.0001;

	private final Advice advice;

	private final Language language;

	private AdviceText(Advice advice, Language language) {
		this.advice = advice;
		this.language = language;
	}

	/**
	 * Renders advice.
	 * @param readings what was read from a running service
	 * @param counted the time over which it was read
	 * @param language the language of the tables; whoever prints the text translates its
	 * sentences
	 */
	public static String of(Advice advice, List<Reading> readings, String counted, Language language) {
		AdviceText text = new AdviceText(advice, language);
		List<String> parts = new ArrayList<>();
		parts.add(limits(advice, language));
		parts.add(text.missing());
		parts.add(text.models() + text.change() + "\n");
		parts.add(text.costs());
		parts.add(text.guard());
		if (!readings.isEmpty()) {
			parts.add(text.text(Table.of("Read from the service, with the requests of " + counted, readings,
					List.of(Field.text("what", Reading::what),
							Field.figures("value", "", (reading) -> Cell.figure(reading.value())),
							Field.text("meter", Reading::meter)))));
		}
		return String.join("\n", parts.stream().filter((part) -> !part.isEmpty()).toList());
	}

	/** Renders the answer and the limits alone, without the models. */
	public static String limits(Advice advice, Language language) {
		AdviceText text = new AdviceText(advice, language);
		return text.answer() + "\n" + text.pool() + text.connections()
				+ (advice.ceilings().isEmpty() ? "" : "\n" + text.limits() + text.assumptions());
	}

	private String text(Table table) {
		return this.language.of(table).text();
	}

	private String answer() {
		Workload workload = this.advice.workload();
		Double rate = workload.rate();
		Ceiling smallest = this.advice.smallest();
		String inFlight = (rate != null) ? "At " + number(rate) + " requests a second " + number(workload.inFlight())
				: number(workload.amount(Resource.USERS)) + " users";
		if (smallest == null) {
			return inFlight + ((rate != null) ? " are in flight" : " send requests")
					+ "; no limit of the service is known.";
		}
		String throughput = number(smallest.throughput()) + " req/s";
		if (rate == null) {
			return inFlight + " get at most " + throughput + ", each answer after " + time(this.advice.responseMillis())
					+ " on average: the smallest limit is " + words(smallest) + ".";
		}
		if (this.advice.excess() > 0) {
			return inFlight + " would be in flight, but the smallest limit, " + words(smallest) + ", allows only "
					+ throughput + ": " + ((this.advice.guard() != null) ? "a guard must refuse " : "it cannot serve ")
					+ percent(this.advice.excess()) + " of the requests.";
		}
		double wait = (smallest.resource() == Resource.HEAP) ? 0 : smallest.waitMillis(rate);
		return inFlight + " are in flight. The service can serve them: the smallest limit, " + words(smallest)
				+ ", allows " + throughput + "." + ((wait < WORTH_TELLING * known(workload.times().request())) ? ""
						: " Random arrivals wait " + time(wait) + " for it on average.");
	}

	private String words(Ceiling ceiling) {
		Resource resource = ceiling.resource();
		String words = switch (resource) {
			case USERS, CONNECTIONS, REQUEST_THREADS -> "the number of " + resource;
			default -> "the " + resource;
		};
		boolean held = resource == Resource.DATABASE_POOL && this.advice.workload().times().held();
		String notes = listed(held ? "held for query and wait" : "",
				isAssumed(resource) ? number(ceiling.amount()) + " assumed" : "");
		return notes.isEmpty() ? words : words + " (" + notes + ")";
	}

	private static String listed(String... words) {
		return Stream.of(words).filter((word) -> !word.isEmpty()).collect(Collectors.joining(", "));
	}

	private boolean isAssumed(Resource resource) {
		return this.advice.workload().assumed().contains(resource);
	}

	/** The requests that hold, or wait for, a connection to the database. */
	private String pool() {
		Ceiling pool = this.advice.ceiling(Resource.DATABASE_POOL);
		if (pool == null || !Double.isFinite(pool.amount())) {
			return "";
		}
		Workload workload = this.advice.workload();
		String text = "";
		Double query = workload.times().query();
		if (workload.times().held() && query != null) {
			text = "Held for the query alone, the pool would allow "
					+ number(new Ceiling(Resource.DATABASE_POOL, pool.amount(), query).throughput())
					+ " req/s: end the transaction before the call, and set spring.jpa.open-in-view=false.\n";
		}
		Double rate = workload.rate();
		double timeout = workload.poolTimeoutMillis();
		if (rate != null && rate < pool.throughput()) {
			double late = pool.waitLongerThan(timeout, rate);
			return (late < FEW) ? text
					: text + percent(late) + " of the requests find no connection to the database within its timeout, "
							+ time(timeout) + ", and fail.\n";
		}
		if (!pool.equals(this.advice.smallest())) {
			return text;
		}
		double wait = this.advice.queueMillis();
		return text + ((wait > timeout)
				? "A request would wait " + time(wait)
						+ " for a connection to the database, longer than its timeout of " + time(timeout)
						+ ": requests fail instead of waiting.\n"
				: "A request waits " + time(wait) + " for a connection to the database, less than its timeout of "
						+ time(timeout) + ".\n");
	}

	/** The clients that Tomcat does not serve. */
	private String connections() {
		Workload workload = this.advice.workload();
		Double most = workload.amount(Resource.CONNECTIONS);
		Double queue = workload.amount(Resource.ACCEPT_QUEUE);
		Ceiling smallest = this.advice.smallest();
		if (most == null || queue == null || smallest == null || most.isInfinite()) {
			return "";
		}
		double without = known(workload.amount(Resource.USERS)) * known(workload.times().connected())
				/ known(workload.times().cycle()) - most;
		if (without > 0) {
			return number(most) + " users have a connection to Tomcat. Of the others "
					+ number(Math.min(queue, without)) + " wait in its accept queue"
					+ ((without > queue)
							? ", and " + number(Math.floor(without - queue)) + " give up without a connection" : "")
					+ " (" + record(Basis.BACKLOG) + "). Behind a proxy, which needs fewer, give --connections none.\n";
		}
		Ceiling heap = this.advice.ceiling(Resource.HEAP);
		return (this.advice.excess() == 0) ? ""
				: "Requests that nothing refuses queue in the " + number(most) + " connections of Tomcat, which is "
						+ time(LittlesLaw.millis(most, smallest.throughput())) + " of work, then " + number(queue)
						+ " in its accept queue; further clients give up without a connection (" + record(Basis.BACKLOG)
						+ ")." + ((heap != null && !workload.limitsThreads() && heap.amount() < most)
								? " The heap holds " + number(heap.amount()) + " of them." : "")
						+ "\n";
	}

	private String limits() {
		return text(Table.of("Limits", this.advice.ceilings(),
				List.of(Field.text("limit", (ceiling) -> ceiling.resource().toString()),
						Field.figures("at once", "", (ceiling) -> Cell.figure(limit(ceiling.amount()))),
						Field.figures("each for", "ms", (ceiling) -> Cell.figure(number(ceiling.millis()))),
						Field.figures("allows", "req/s", (ceiling) -> Cell.figure(limit(ceiling.throughput()))),
						Field.text("",
								(ceiling) -> listed(ceiling.equals(this.advice.smallest()) ? "smallest" : "",
										isAssumed(ceiling.resource()) ? "assumed" : "")),
						Field.text("experiment and record", (ceiling) -> record(ceiling.resource().basis)))));
	}

	/** The defaults and the assumptions behind the limits. */
	private String assumptions() {
		Workload workload = this.advice.workload();
		List<String> defaults = new ArrayList<>();
		for (Resource resource : Resource.values()) {
			if (isAssumed(resource)) {
				defaults.add(number(resource.byDefault) + " (" + resource + ", " + resource.option + ")");
			}
		}
		if (has(Resource.DATABASE_POOL) && workload.poolTimeout() == null) {
			defaults.add(time(workload.poolTimeoutMillis()) + " (wait for the database pool, --pool-timeout)");
		}
		if (has(Resource.USERS) && workload.times().think() == 0) {
			defaults.add("0 ms (users think, --think)");
		}
		StringBuilder assumptions = new StringBuilder(
				defaults.isEmpty() ? "" : "Assumed, because not given: " + String.join(", ", defaults) + ".\n");
		if (has(Resource.CPU)) {
			assumptions.append("The CPU limit is a forecast: the CPU time of a request changes with the load ("
					+ record(Basis.USERS) + "); give its time near the peak.\n");
		}
		if (has(Resource.HEAP)) {
			Double own = workload.serviceBytes();
			assumptions.append("The heap limit leaves " + ((own != null) ? mib(own) + " MiB to the service itself"
					: Advice.SERVICE_MIB + " MiB to the service itself, as much as the laboratory's own services "
							+ "keep (" + record(Basis.WAITING_MEMORY) + "); give your own as --service-heap")
					+ ". It leaves no room for garbage: with little room the collector pauses often ("
					+ record(Basis.HEAP) + ").\n");
		}
		return assumptions.toString();
	}

	private boolean has(Resource resource) {
		return this.advice.ceiling(resource) != null;
	}

	/**
	 * The limits that are neither given nor readable, with the options that give them.
	 */
	private String missing() {
		Workload workload = this.advice.workload();
		List<String> missing = new ArrayList<>();
		for (Resource resource : Resource.values()) {
			// Users are no limit of an open workload, and an accept queue is none at all.
			if (!has(resource) && resource != Resource.ACCEPT_QUEUE
					&& (resource != Resource.USERS || workload.rate() == null)) {
				missing
					.add(resource + " ("
							+ listed(workload.amounts().containsKey(resource) ? "" : resource.option,
									(resource.millis.apply(workload.times()) != null) ? "" : resource.timeOption)
							+ ")");
			}
		}
		return missing.isEmpty() ? ""
				: "Left out, because neither given nor readable: " + String.join("; ", missing) + ".\n";
	}

	private String models() {
		return text(Table.of("Models", this.advice.choices(),
				List.of(Field.text("model", AdviceText::name),
						Field.figures("serves", "req/s", (choice) -> Cell.figure(number(choice.served()))),
						Field.text("smallest limit", this::limit),
						Field.figures("in flight", "", (choice) -> Cell.figure(growing(choice.inFlight()))),
						Field.figures("heap they hold", "MiB", (choice) -> Cell.figure(mib(choice.heldBytes()))))));
	}

	/** The number of threads of a model is in its name, and not assumed. */
	private String limit(Choice choice) {
		if (choice.smallest() == null) {
			return "unknown";
		}
		Resource resource = choice.smallest().resource();
		boolean assumed = (resource == Resource.HTTP_POOL) ? !has(resource)
				: isAssumed(resource) && resource != Resource.REQUEST_THREADS;
		return resource + (assumed ? ", assumed" : "");
	}

	/** The record that compares the models where the smallest limit of one decides. */
	private static String basis(Choice choice) {
		Ceiling smallest = choice.smallest();
		return (smallest != null) ? record(smallest.resource().basisOfModels) : "no experiment";
	}

	private static String name(Choice choice) {
		return (choice.model() != Model.PLATFORM) ? choice.model().toString()
				: number(choice.threads()) + " " + choice.model();
	}

	/** The change that another model would make, and the origin of the memory. */
	private String change() {
		double now = known(this.advice.present().served());
		Choice virtual = this.advice.choice(Model.VIRTUAL);
		double most = known(virtual.served());
		boolean limited = this.advice.workload().limitsThreads();
		String change = !limited ? "Every model with enough threads serves as much (" + basis(virtual) + ")."
				: (most > now)
						? "Virtual threads or more platform threads remove the limit of "
								+ number(this.advice.present().threads()) + " request threads: " + number(most)
								+ " req/s instead of " + number(now) + " (" + record(Basis.COMPARISON) + ")."
						: "By the law another model would serve no more (" + basis(virtual) + ").";
		Choice webflux = this.advice.choice(Model.WEBFLUX);
		if (known(webflux.served()) != most) {
			Choice lower = (most < known(webflux.served())) ? virtual : webflux;
			change += " WebFlux differs by " + switch (Objects.requireNonNull(lower.smallest()).resource()) {
				case CONNECTIONS -> "having no limit of connections (" + record(Basis.BACKLOG);
				case HTTP_POOL -> "the pool of its client (" + record(Basis.POOL);
				default -> "the heap that a waiting request holds (" + record(Basis.WAITING_MEMORY);
			} + ").";
		}
		change += "\nWebFlux on Netty limits neither threads nor connections; file descriptors, the heap and its client "
				+ "do: by default WebClient opens " + number(Advice.WEB_CLIENT_POOL)
				+ " connections to a host and lets 1000 calls wait for 45 s (--http-pool)."
				+ (has(Resource.DATABASE_POOL)
						? " A query must not block its event loop (" + record(Basis.BLOCKING_WEBFLUX) + ")." : "");
		return change + ((this.advice.workload().requestBytes() != null) ? ""
				: "\nIn the heap column a waiting request holds "
						+ Stream.of(Model.values())
							.map((model) -> model.requestKib() + " KiB (" + model + ")")
							.collect(Collectors.joining(", "))
						+ ", as in the laboratory's own services (" + record(Basis.WAITING_MEMORY)
						+ "); give your own as --request-heap.");
	}

	private String costs() {
		return text(Table.of(
				"What the law does not know: costs of the laboratory's own services on 2 cores, in one run each",
				List.of(Model.values()),
				List.of(Field.text("model", Model::toString),
						Field.figures("memory of a connection", "KiB",
								(model) -> (model.connectionKib() == null) ? Cell.NONE
										: Cell.figure(number((double) model.connectionKib()))),
						Field.figures("CPU of a request that waits", "ms",
								(model) -> Cell.figure(Text.number(model.cpuMicros() / 1000.0, 2))),
						Field.figures("full speed after a cold start", "s",
								(model) -> Cell.figure(number((double) model.fullSpeedSeconds()))))))
				+ "By " + record(Basis.CONNECTIONS) + ", " + record(Basis.PODS) + " and " + record(Basis.START) + ".\n";
	}

	private static double known(@Nullable Double value) {
		return (value != null) ? value : 0;
	}

	private String guard() {
		Guard guard = this.advice.guard();
		if (guard == null) {
			if (this.advice.workload().arrivals() == null) {
				return "Guard: none is needed for a fixed number of users, who limit themselves ("
						+ record(Basis.GUARDS) + ").\n";
			}
			return (this.advice.workload().times().waiting() == null)
					? "Guard: none is needed if no call waits; for one that does, give its time (--wait).\n"
					: "Guard: none works with a single request thread, because no other is free to refuse "
							+ "(no experiment).\n";
		}
		return "Guard: a bulkhead of " + guard.permits()
				+ " permits around the calls that wait, without a queue. Rate x " + "wait = " + number(guard.load())
				+ ((guard.resource() == null) ? ", and a reserve for chance" : ", limited by the " + guard.resource())
				+ ". It refuses " + percent(guard.refused())
				+ " of random arrivals; if the backend hangs, the permitted calls hold " + mib(guard.heldBytes())
				+ " MiB of heap (" + record(Basis.GUARDS) + ", " + record(Basis.OVERLOAD)
				+ ").\nSet it as resilience4j.bulkhead.instances.NAME.max-concurrent-calls, or as @ConcurrencyLimit on "
				+ "virtual threads: docs/explanation/guards.md\n";
	}

	/** The record of an experiment, whose folder has its name. */
	private static String record(Basis basis) {
		return "docs/results/" + basis.experiment();
	}

	private static String limit(double amount) {
		return Double.isFinite(amount) ? number(amount) : "no limit";
	}

	/** Without a limit the requests that wait become ever more. */
	private static String growing(@Nullable Double amount) {
		return (amount != null && amount.isInfinite()) ? "grows" : number(amount);
	}

	private static String mib(@Nullable Double bytes) {
		return (bytes == null) ? Cell.NONE.text() : bytes.isInfinite() ? "grows" : Text.rounded(bytes / Advice.MIB);
	}

	private static String percent(double share) {
		return (share > 0 && share < 0.0001) ? "< 0.01 %" : Text.number(100 * share, (share < 0.1) ? 2 : 1) + " %";
	}

	private static String time(double millis) {
		return Double.isInfinite(millis) ? "ever longer"
				: (millis < 1000) ? number(millis) + " ms" : number(millis / 1000) + " s";
	}

	/** A whole number as it is, any other with three significant digits or more. */
	private static String number(@Nullable Double value) {
		return (value == null) ? Cell.NONE.text()
				: (value == Math.rint(value)) ? Text.number(value, 0) : Text.significant(value);
	}

	/**
	 * A value that a running service told.
	 *
	 * @param what the option that would give it, or what it is
	 * @param value the value with its unit
	 * @param meter the meters it comes from
	 */
	public record Reading(String what, String value, String meter) {
	}

}
