package lab.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Result;
import org.jspecify.annotations.Nullable;

/**
 * A dot for each run on a scale that begins at zero, with its ceiling and the 95 %
 * interval of its variant. The page draws it with HTML alone, so that its text stays
 * readable at any width; the table holds the same figures.
 *
 * @param unit unit of the scale
 * @param rows a row for each variant at each point
 * @param ticks the labels of the scale, evenly from zero to its end
 */
record Dots(String unit, List<Row> rows, List<String> ticks) implements Block {

	private static final int TICKS = 5;

	/**
	 * A row. Places are in per cent of the scale.
	 *
	 * @param name the variant
	 * @param place number of its colour, 1 to 6
	 * @param runs places of the runs
	 * @param ceilings places of their ceilings
	 * @param interval place and width of the interval, or null
	 * @param mean mean of the runs
	 */
	record Row(String name, int place, List<Dot> runs, List<String> ceilings, @Nullable Interval interval,
			String mean) {
	}

	/**
	 * A run.
	 *
	 * @param at its place
	 * @param valid whether it is valid
	 */
	record Dot(String at, boolean valid) {
	}

	/**
	 * An interval.
	 *
	 * @param from its place
	 * @param width its width
	 */
	record Interval(String from, String width) {
	}

	/**
	 * The dots of a metric.
	 * @param ceiling its ceiling, or null where none means anything
	 */
	static Dots of(RunTables runs, Metric metric, @Nullable Metric ceiling, List<Result.Summary> summary) {
		double factor = metric.share() ? 100 : 1;
		double most = runs.outcomes()
			.stream()
			.flatMap((run) -> Stream.of(metric, Objects.requireNonNullElse(ceiling, metric)).map(run::value))
			.filter(Objects::nonNull)
			.mapToDouble((value) -> factor * value)
			.max()
			.orElse(1);
		double step = step(most * 1.02);
		double full = TICKS * step / factor;
		List<Row> rows = new ArrayList<>();
		for (String label : runs.outcomes().stream().map((run) -> runs.pointLabel(run.run())).distinct().toList()) {
			List<Outcome> of = runs.outcomes()
				.stream()
				.filter((run) -> runs.pointLabel(run.run()).equals(label) && run.value(metric) != null)
				.toList();
			if (!of.isEmpty()) {
				rows.add(row(label, runs, of, metric, ceiling, summary, full));
			}
		}
		List<String> ticks = new ArrayList<>();
		for (int tick = 0; tick <= TICKS; tick++) {
			ticks.add(Table.Cell.format(tick * step, digits(step)));
		}
		return new Dots(metric.unit(), rows, ticks);
	}

	private static Row row(String label, RunTables runs, List<Outcome> of, Metric metric, @Nullable Metric ceiling,
			List<Result.Summary> summary, double full) {
		Result.Interval over = summary.stream()
			.filter((one) -> one.variant().equals(of.getFirst().run().variant().name())
					&& one.point().equals(of.getFirst().run().point()))
			.map((one) -> one.figures().get(metric))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
		return new Row(label, runs.place(of.getFirst().run()) % 6 + 1,
				of.stream().map((run) -> new Dot(place(run.value(metric), full), run.valid())).toList(),
				(ceiling == null) ? List.of()
						: of.stream()
							.map((run) -> run.value(ceiling))
							.filter(Objects::nonNull)
							.distinct()
							.map((value) -> place(value, full))
							.toList(),
				(over != null) ? interval(over, full) : null,
				metric.format(of.stream()
					.mapToDouble((run) -> Objects.requireNonNullElse(run.value(metric), 0.0))
					.average()
					.orElse(0)));
	}

	private static @Nullable Interval interval(Result.Interval over, double full) {
		Double low = over.low();
		Double high = over.high();
		if (low == null || high == null) {
			return null;
		}
		// An interval of two runs can be wider than the scale.
		double from = Math.clamp(low, 0, full);
		return new Interval(place(from, full), place(Math.clamp(high, from, full) - from, full));
	}

	private static String place(@Nullable Double value, double full) {
		return Table.Cell.format(100 * Objects.requireNonNullElse(value, 0.0) / full, 3) + "%";
	}

	/** Least of 1, 2, 2.5 or 5 times a power of ten that takes few ticks. */
	private static double step(double most) {
		double power = Math.pow(10, Math.floor(Math.log10(Math.max(most, 1e-9) / TICKS)));
		return Stream.of(1.0, 2.0, 2.5, 5.0, 10.0)
			.map((factor) -> factor * power)
			.filter((step) -> step * TICKS >= most)
			.findFirst()
			.orElse(10 * power);
	}

	private static int digits(double step) {
		int digits = 0;
		for (double scaled = step; digits < 6 && Math.abs(scaled - Math.rint(scaled)) > 1e-9; scaled *= 10) {
			digits++;
		}
		return digits;
	}

}
