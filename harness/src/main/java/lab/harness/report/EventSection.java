package lab.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import lab.harness.model.result.Outcome;
import lab.harness.model.result.Series.Event;
import lab.harness.report.Document.Section;
import lab.harness.report.Table.Cell;
import lab.harness.report.Table.Field;

/**
 * The section with the events that programs printed, in their order.
 */
final class EventSection {

	private static final int MOST_EVENTS = 500;

	/** A table of more events than these is folded. */
	private static final int FEW_EVENTS = 12;

	private static final int MOST_PARTS = 40;

	private EventSection() {
	}

	static Section of(ReportedRuns runs) {
		List<Outcome> outcomes = runs.outcomes().stream().filter((run) -> !run.series().events().isEmpty()).toList();
		List<Block> blocks = new ArrayList<>();
		if (!outcomes.isEmpty()) {
			blocks.add(Table.of("Events in their order", outcomes,
					List.of(Field.text("run", (run) -> runs.label(run.run())),
							Field.text("events", (run) -> sequence(run.series().events())))));
			blocks.add(new Block.Chart("events", "", "All runs share one axis.", List.of()));
		}
		for (Outcome run : outcomes) {
			String caption = "Every event: " + runs.label(run.run());
			Table every = events(caption, run.series().events());
			blocks
				.add((run.series().events().size() <= FEW_EVENTS) ? every : new Block.Folded(caption, List.of(every)));
		}
		return new Section("What happened, in order", true, blocks);
	}

	/** Equal neighbours are counted, such as {@code 4 × started, 10 × queued}. */
	private static String sequence(List<Event> events) {
		List<String> parts = new ArrayList<>();
		for (int begin = 0; begin < events.size();) {
			int end = begin;
			while (end < events.size() && events.get(end).event().equals(events.get(begin).event())) {
				end++;
			}
			parts.add(((end - begin > 1) ? (end - begin) + " × " : "") + events.get(begin).event());
			begin = end;
		}
		return String.join(", ", parts.subList(0, Math.min(MOST_PARTS, parts.size())))
				+ ((parts.size() > MOST_PARTS) ? " and " + (parts.size() - MOST_PARTS) + " more changes" : "");
	}

	private static Table events(String caption, List<Event> events) {
		List<Event> shown = events.subList(0, Math.min(MOST_EVENTS, events.size()));
		Set<String> attributes = new TreeSet<>();
		shown.forEach((event) -> attributes.addAll(event.attributes().keySet()));
		List<Field<Event>> fields = new ArrayList<>();
		fields.add(Field.figures("at", "",
				(event) -> Cell.number(event.at(), (event.at() == Math.rint(event.at())) ? 0 : 3)));
		fields.add(Field.text("event", Event::event));
		attributes.forEach((attribute) -> fields.add(Field.cells(attribute, (event) -> {
			Object value = event.attributes().get(attribute);
			return (value != null) ? Cell.text(String.valueOf(value)) : Cell.NONE;
		})));
		return Table.of((shown.size() < events.size())
				? caption + ", the first " + shown.size() + " of " + events.size() : caption, shown, fields);
	}

}
