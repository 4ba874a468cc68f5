package lab.harness.advise;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.advise.Advice.Ceiling;
import lab.harness.advise.Advice.Choice;
import lab.harness.advise.Advice.Guard;
import lab.harness.advise.Advice.Model;
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

	private static final String RECORD = "experiment and record";

	private final Advice advice;

	private AdviceText(Advice advice) {
		this.advice = advice;
	}

	/**
	 * Renders advice.
	 * @param readings what was read from a running service
	 * @param counted the time over which it was read
	 */
	public static String of(Advice advice, List<Reading> readings, String counted) {
		AdviceText text = new AdviceText(advice);
		List<String> parts = new ArrayList<>();
		parts.add(text.answer() + "\n");
		if (!advice.ceilings().isEmpty()) {
			parts.add(text.limits());
		}
		parts.add(text.missing());
		parts.add(text.models() + text.change() + "\n");
		parts.add(text.guard());
		if (!readings.isEmpty()) {
			parts.add(Table.of("Read from the service, with the requests of " + counted, readings,
					List.of(Field.text("what", Reading::what),
							Field.figures("value", "", (reading) -> Cell.figure(reading.value())),
							Field.text("meter", Reading::meter)))
				.text());
		}
		return String.join("\n", parts.stream().filter((part) -> !part.isEmpty()).toList());
	}

	private String answer() {
		Double rate = this.advice.workload().rate();
		Ceiling smallest = this.advice.smallest();
		String inFlight = number(this.advice.workload().inFlight());
		if (smallest == null) {
			return ((rate != null) ? "At " + number(rate) + " requests a second " + inFlight + " are in flight"
					: inFlight + " users send requests") + "; no limit of the service is known.";
		}
		String throughput = number(smallest.throughput()) + " req/s";
		if (rate == null) {
			return inFlight + " users get at most " + throughput + ": the smallest limit is " + words(smallest) + ".";
		}
		if (this.advice.excess() > 0) {
			return "At " + number(rate) + " requests a second " + inFlight + " would be in flight, but the smallest "
					+ "limit, " + words(smallest) + ", allows only " + throughput + ": "
					+ ((this.advice.guard() != null) ? "a guard must refuse " : "it cannot serve ")
					+ percent(this.advice.excess()) + " of the requests.";
		}
		return "At " + number(rate) + " requests a second " + inFlight + " are in flight. The service can serve them: "
				+ "the smallest limit, " + words(smallest) + ", allows " + throughput + ".";
	}

	private static String words(Ceiling ceiling) {
		return switch (ceiling.resource()) {
			case USERS, REQUEST_THREADS -> "the number of " + ceiling.resource();
			default -> "the " + ceiling.resource();
		};
	}

	private String limits() {
		return Table.of("Limits", this.advice.ceilings(),
				List.of(Field.text("limit", (ceiling) -> ceiling.resource().toString()),
						Field.figures("at once", "", (ceiling) -> Cell.figure(limit(ceiling.amount()))),
						Field.figures("each for", "ms", (ceiling) -> Cell.figure(number(ceiling.millis()))),
						Field.figures("allows", "req/s", (ceiling) -> Cell.figure(limit(ceiling.throughput()))),
						Field.text("", (ceiling) -> ceiling.equals(this.advice.smallest()) ? "smallest" : ""),
						Field.text(RECORD, (ceiling) -> record(ceiling.resource().basis))))
			.text() + assumptions();
	}

	/** The assumptions behind the limits of processors and heap. */
	private String assumptions() {
		StringBuilder assumptions = new StringBuilder();
		if (has(Resource.CPU)) {
			assumptions.append("The CPU limit is a forecast: the CPU time of a request changes with the load ("
					+ record(Basis.USERS) + "); give its time near the peak.\n");
		}
		if (has(Resource.HEAP)) {
			Double own = this.advice.workload().serviceBytes();
			assumptions.append("The heap limit leaves " + ((own != null) ? mib(own) + " MiB to the service itself"
					: Advice.SERVICE_MIB + " MiB to the service itself, as much as the laboratory's own services "
							+ "keep (" + record(Basis.WAITING_MEMORY) + "); give your own as --service-heap")
					+ ". It leaves no room for garbage: with little room the collector pauses often ("
					+ record(Basis.HEAP) + ").\n");
		}
		return assumptions.toString();
	}

	private boolean has(Resource resource) {
		return this.advice.ceilings().stream().anyMatch((ceiling) -> ceiling.resource() == resource);
	}

	/**
	 * The limits that are neither given nor readable, with the options that give them.
	 */
	private String missing() {
		Workload workload = this.advice.workload();
		List<String> missing = new ArrayList<>();
		for (Resource resource : Resource.values()) {
			// Users are no limit of an open workload.
			if (!has(resource) && (resource != Resource.USERS || workload.rate() == null)) {
				missing.add(resource + " (" + String.join(", ", options(workload, resource)) + ")");
			}
		}
		return missing.isEmpty() ? ""
				: "Left out, because neither given nor readable: " + String.join("; ", missing) + ".\n";
	}

	private static Set<String> options(Workload workload, Resource resource) {
		Set<String> options = new LinkedHashSet<>();
		if (!workload.amounts().containsKey(resource)) {
			options.add(resource.option);
		}
		if (resource.millis.apply(workload.times()) == null) {
			options.add(resource.timeOption);
		}
		return options;
	}

	private String models() {
		return Table.of("Models", this.advice.choices(), List.of(Field.text("model", AdviceText::name),
				Field.figures("serves", "req/s", (choice) -> Cell.figure(number(choice.served()))),
				Field.text("smallest limit",
						(choice) -> (choice.smallest() != null) ? choice.smallest().resource().toString() : "unknown"),
				Field.figures("in flight", "", (choice) -> Cell.figure(growing(choice.inFlight()))),
				Field.figures("heap they hold", "MiB", (choice) -> Cell.figure(mib(choice.heldBytes()))),
				Field.text(RECORD,
						(choice) -> Stream.of(basis(choice), record(Basis.WAITING_MEMORY))
							.distinct()
							.collect(Collectors.joining("; ")))))
			.text();
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
		Choice present = this.advice.choices().getFirst();
		double now = known(present.served());
		double virtual = known(choice(Model.VIRTUAL).served());
		String change;
		if (virtual != known(choice(Model.WEBFLUX).served())) {
			change = "The models differ in the heap that a waiting request holds (" + record(Basis.WAITING_MEMORY)
					+ ").";
		}
		else {
			change = (!this.advice.workload().limitsThreads() ? "Every model with enough threads serves as much"
					: (virtual > now)
							? "Virtual threads, WebFlux or more platform threads remove the limit of "
									+ number(present.threads()) + " request threads: " + number(virtual)
									+ " req/s instead of " + number(now)
							: "By the law virtual threads and WebFlux would serve no more")
					+ " (" + ((virtual > now) ? record(Basis.COMPARISON) : basis(choice(Model.VIRTUAL))) + ").";
		}
		return change + ((this.advice.workload().requestBytes() != null) ? ""
				: "\nIn the heap column a waiting request holds "
						+ Stream.of(Model.values())
							.map((model) -> model.requestKib() + " KiB (" + model + ")")
							.collect(Collectors.joining(", "))
						+ ", as in the laboratory's own services (" + record(Basis.WAITING_MEMORY)
						+ "); give your own as --request-heap.");
	}

	/** The last of a model, which for all but platform threads is the only one. */
	private Choice choice(Model model) {
		return this.advice.choices().stream().filter((choice) -> choice.model() == model).toList().getLast();
	}

	private static double known(@Nullable Double served) {
		return (served != null) ? served : 0;
	}

	private String guard() {
		Guard guard = this.advice.guard();
		if (guard == null) {
			if (this.advice.workload().rate() == null) {
				return "Guard: none is needed for a fixed number of users, who limit themselves ("
						+ record(Basis.GUARDS) + ").\n";
			}
			return (this.advice.workload().times().waiting() == null)
					? "Left out: the guard, which needs the time of a call (--wait).\n"
					: "Guard: none works with a single request thread, because no other is free to refuse "
							+ "(no experiment).\n";
		}
		String rule = "rate x wait = " + number(guard.load());
		String why = (guard.resource() == null) ? rule + ", and a reserve for chance"
				: rule + ", limited by the " + guard.resource();
		return Table
			.of("Guard: a bulkhead around the calls that wait, without a queue", List.of(guard), List.of(
					Field.figures("permits", "", (one) -> Cell.figure(String.valueOf(one.permits()))),
					Field.text("because", (one) -> why),
					Field.figures("refuses", "of random arrivals", (one) -> Cell.figure(percent(one.refused()))),
					Field.figures("holds if the backend hangs", "MiB of heap",
							(one) -> Cell.figure(mib(one.heldBytes()))),
					Field.text(RECORD, (one) -> record(Basis.GUARDS) + "; " + record(Basis.OVERLOAD))))
			.text() + "Set it as resilience4j.bulkhead.instances.NAME.max-concurrent-calls, or as @ConcurrencyLimit on "
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
