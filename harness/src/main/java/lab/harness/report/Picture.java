package lab.harness.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

import lab.harness.model.Durations;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Service;
import lab.harness.model.result.Environment;
import lab.harness.model.result.Manifest;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.Interval;
import org.jspecify.annotations.Nullable;

/**
 * The compared metric of a result as a picture, a row for each variant or lines where
 * variants have several points; and below it what the variants pay for it, where that
 * metric alone says little.
 */
record Picture(ReportedRuns runs, Metric metric, Map<String, Map<Point, List<Outcome>>> variants, Canvas canvas) {

	private static final int ROW = 34;

	/** Room for the figures of the vertical axis, such as 1000000. */
	private static final int PLOT_LEFT = 54;

	private static final int PLOT_HEIGHT = 200;

	private static final String LOGARITHMIC = ", logarithmic";

	private static final int COLOURS = 6;

	/** From so many variants on, lines through two points cannot be told apart. */
	private static final int MOST_SHORT_LINES = 5;

	/** Lines that come so near hide each other, in pixels. */
	private static final double NEAR = 3;

	/**
	 * A variant that reached so much of its ceiling lost nothing that a picture shows.
	 */
	private static final double LOSES_NOTHING = 0.97;

	/**
	 * The picture, or null if no run has a figure of the compared metric; of a JTL too,
	 * whose labels are not compared.
	 */
	static Block.@Nullable Picture of(ReportedRuns runs) {
		Manifest manifest = runs.findings().manifest();
		Canvas canvas = new Canvas(Text.clean(Document.question(runs.findings())));
		Metric compared = metric(runs);
		List<Picture> parts = Stream.of(compared, cost(runs, compared))
			.flatMap(Stream::ofNullable)
			.map((metric) -> new Picture(runs, metric, variants(runs, metric), canvas))
			.toList();
		if (parts.getFirst().variants.isEmpty() || manifest == null) {
			return null;
		}
		canvas.bold(canvas.title());
		parts.forEach(Picture::draw);
		parts.stream().filter((part) -> !part.isOfRows()).findFirst().ifPresent(Picture::drawKeys);
		parts.getFirst().explain(manifest);
		return new Block.Picture(Text.capital(compared.label()) + " by variant", canvas.svg(), runs.onePoint());
	}

	private static Map<String, Map<Point, List<Outcome>>> variants(ReportedRuns runs, Metric metric) {
		Map<String, Map<Point, List<Outcome>>> variants = new LinkedHashMap<>();
		runs.outcomes().stream().filter((run) -> run.valid() && run.value(metric) != null).forEach((run) -> {
			variants.computeIfAbsent(run.run().variant().name(), (any) -> new LinkedHashMap<>())
				.computeIfAbsent(run.run().point(), (any) -> new ArrayList<>())
				.add(run);
		});
		return variants;
	}

	/**
	 * Under faults and too many arrivals a throughput need not have a mean; where all
	 * clients leave, nothing is answered in time.
	 */
	private static Metric metric(ReportedRuns runs) {
		if (runs.compared() != Metric.THROUGHPUT || !runs.hasOpenLoadOrFaults() || !runs.has(Metric.ANSWERED_IN_TIME)) {
			return runs.compared();
		}
		boolean any = runs.outcomes().stream().anyMatch((run) -> {
			Double answered = run.value(Metric.ANSWERED_IN_TIME);
			return answered != null && answered > 0;
		});
		return (any || !runs.has(Metric.IN_FLIGHT_PEAK)) ? Metric.ANSWERED_IN_TIME : Metric.IN_FLIGHT_PEAK;
	}

	/**
	 * A second part shows what else a reader wants to see: what a guard saves, what a
	 * late answer was paid with, and where all serve what the law allows the memory that
	 * they need for it.
	 */
	private static @Nullable Metric cost(ReportedRuns runs, Metric compared) {
		return switch (compared) {
			case ANSWERED_IN_TIME -> runs.has(Metric.SLEEP_KEPT) ? Metric.SLEEP_KEPT : null;
			case LATENCY_P99 -> Metric.THROUGHPUT;
			case THROUGHPUT -> runs.outcomes().stream().allMatch(Picture::isAtCeiling) ? Metric.RSS_PEAK : null;
			default -> null;
		};
	}

	private static boolean isAtCeiling(Outcome run) {
		Double share = run.value(Metric.OF_CEILING);
		return share != null && share >= LOSES_NOTHING;
	}

	private void draw() {
		if (isOfRows()) {
			drawRows();
		}
		else {
			drawLines();
		}
	}

	private boolean isOfRows() {
		int most = this.variants.values().stream().mapToInt(Map::size).max().orElse(1);
		return most == 1 || most == 2 && this.variants.size() > MOST_SHORT_LINES;
	}

	/** Writes what the scale below is of. */
	private void name(Scale scale) {
		String unit = this.metric.share() ? "%" : this.metric.unit();
		this.canvas.label(Canvas.LEFT, this.canvas.down(18), "",
				label() + (unit.isEmpty() ? "" : ", " + unit) + (scale.log() ? LOGARITHMIC : ""));
	}

	/** An answer is in time before its client gives up. */
	private String label() {
		List<Duration> patience = this.runs.outcomes()
			.stream()
			.flatMap((run) -> (run.run().variant().subject() instanceof Service service)
					? Stream.of(service.load().timeout()) : Stream.empty())
			.distinct()
			.toList();
		return (this.metric == Metric.ANSWERED_IN_TIME && patience.size() == 1)
				? "answered within " + Durations.format(patience.getFirst()).replaceFirst("(?<=\\d)(?=\\D)", " ")
				: this.metric.label();
	}

	private void drawRows() {
		Scale scale = Scale.of(values(), Canvas.LEFT + 4, Canvas.RIGHT - 4);
		name(scale);
		List<Row> rows = this.variants.entrySet()
			.stream()
			.flatMap((variant) -> variant.getValue()
				.entrySet()
				.stream()
				.map((point) -> new Row(variant.getKey(), point.getKey(), point.getValue())))
			.sorted(Comparator.comparingDouble((row) -> isOfOnePointEach() ? 0 : row.point().value()))
			.toList();
		double top = this.canvas.bottom() + 10;
		double bottom = top + ROW * rows.size();
		for (double tick : scale.ticks()) {
			String anchor = (tick == scale.least()) ? "" : (tick > 0.99 * scale.most()) ? "e" : "m";
			this.canvas.line("g", scale.at(tick), top, scale.at(tick), bottom);
			this.canvas.label(scale.at(tick), bottom + 13, anchor, Text.three(tick));
		}
		rows.forEach((row) -> draw(row, scale));
		this.canvas.down(bottom + 18 - this.canvas.bottom());
	}

	private boolean isOfOnePointEach() {
		return this.variants.values().stream().allMatch((points) -> points.size() == 1);
	}

	private void draw(Row row, Scale scale) {
		String variant = row.variant();
		Point point = row.point();
		String where = (this.runs.onePoint() || point.words().isEmpty()) ? "" : ", " + point.words();
		double y = this.canvas.down(ROW);
		this.canvas.label(Canvas.LEFT, y - 10, "t " + colour(variant), name(variant) + where);
		mean(variant, point)
			.ifPresent((mean) -> this.canvas.label(Canvas.RIGHT, y - 10, "e", Text.number(mean, this.metric.digits())));
		this.canvas.line("g", scale.from(), y, scale.to(), y);
		law(row.rounds()).ifPresent((law) -> this.canvas.line("k", scale.at(law), y - 6, scale.at(law), y + 6));
		Interval interval = interval(variant, point);
		if (interval != null) {
			this.canvas.line("i " + colour(variant), scale.at(low(interval)), y, scale.at(high(interval)), y);
		}
		row.rounds().forEach((run) -> this.canvas.dot(style(run), scale.at(value(run)), y));
	}

	private void drawLines() {
		// The line of words comes first, and needs to know the scale.
		double top = this.canvas.bottom() + 18 + 14;
		double bottom = top + PLOT_HEIGHT;
		Scale y = Scale.of(values(), bottom, top);
		name(y);
		y.ticks().forEach((tick) -> {
			this.canvas.line("g", PLOT_LEFT, y.at(tick), Canvas.RIGHT, y.at(tick));
			this.canvas.label(PLOT_LEFT - 4, y.at(tick) + 4, "e", Text.three(tick));
		});
		Scale x = drawAxis(bottom);
		this.variants.forEach((variant, points) -> {
			this.canvas.line(colour(variant) + width(variant, y),
					points(points, x, y, (point) -> mean(variant, point)));
			this.canvas.line("k", points(points, x, y, (point) -> law(points.getOrDefault(point, List.of()))));
			points.forEach((point, rounds) -> {
				Interval interval = interval(variant, point);
				double at = x.at(point.value());
				if (interval != null) {
					this.canvas.line("i " + colour(variant), at, y.at(low(interval)), at, y.at(high(interval)));
				}
				rounds.forEach((run) -> this.canvas.dot(style(run), at, y.at(value(run))));
			});
		});
	}

	/** The axis below the plot; figures that would touch are left out. */
	private Scale drawAxis(double bottom) {
		List<Point> axis = this.variants.values()
			.stream()
			.flatMap((points) -> points.keySet().stream())
			.distinct()
			.sorted(Comparator.comparingDouble(Point::value))
			.toList();
		Scale x = Scale.ofAxis(axis.getFirst().value(), axis.getLast().value(), PLOT_LEFT + 6, Canvas.RIGHT - 8);
		double taken = Canvas.RIGHT - Canvas.LETTER * axis.getLast().text().length() - 4;
		double free = 0;
		for (Point point : axis) {
			double half = Canvas.LETTER * point.text().length() / 2;
			boolean last = point.equals(axis.getLast());
			if (last || x.at(point.value()) - half >= free && x.at(point.value()) + half <= taken) {
				this.canvas.label(last ? Canvas.RIGHT : x.at(point.value()), bottom + 14, last ? "e" : "m",
						point.text());
				free = x.at(point.value()) + half + 4;
			}
		}
		this.canvas.label(Canvas.RIGHT, bottom + 28, "e", axis() + (x.log() ? LOGARITHMIC : ""));
		this.canvas.down(bottom + 30 - this.canvas.bottom());
		return x;
	}

	private String axis() {
		return switch (this.runs.outcomes().getFirst().run().point().axis()) {
			case Axis.RATE -> "arrivals/s";
			case Axis.OF_CAPACITY -> "% of the capacity";
			case String name -> name;
		};
	}

	/** A line that later ones would hide is wider than they are. */
	private String width(String variant, Scale y) {
		long hidden = this.variants.keySet()
			.stream()
			.skip(List.copyOf(this.variants.keySet()).indexOf(variant) + 1L)
			.filter((other) -> this.variants.getOrDefault(other, Map.of())
				.keySet()
				.stream()
				.anyMatch((point) -> mean(variant, point).isPresent() && mean(other, point).isPresent()
						&& Math.abs(y.at(mean(variant, point).getAsDouble())
								- y.at(mean(other, point).getAsDouble())) < NEAR))
			.count();
		return (hidden == 0) ? "" : " w" + Math.min(hidden, 3);
	}

	private static List<String> points(Map<Point, List<Outcome>> points, Scale x, Scale y,
			Function<Point, OptionalDouble> figure) {
		return points.keySet()
			.stream()
			.sorted(Comparator.comparingDouble(Point::value))
			.flatMap((point) -> figure.apply(point)
				.stream()
				.mapToObj((value) -> Canvas.point(x.at(point.value()), y.at(value))))
			.toList();
	}

	private void drawKeys() {
		double x = Canvas.LEFT;
		this.canvas.down(16);
		for (String variant : this.variants.keySet()) {
			double width = 36 + Canvas.LETTER * name(variant).length();
			if (x > Canvas.LEFT && x + width > Canvas.RIGHT) {
				x = Canvas.LEFT;
				this.canvas.down(16);
			}
			double y = this.canvas.bottom();
			this.canvas.line(colour(variant), x, y - 4, x + 22, y - 4);
			this.canvas.label(x + 26, y, "", name(variant));
			x += width;
		}
	}

	/** Explains the signs that this picture has, and says where it comes from. */
	private void explain(Manifest manifest) {
		this.canvas.small("dot: a round" + (this.canvas.has("o") ? " · hollow: withheld by a check" : "")
				+ (this.canvas.has("i") ? " · thick: 95 % interval" : "")
				+ (this.canvas.has("k") ? " · dashed: the law" : "")
				+ (this.canvas.has("w1") || this.canvas.has("w2") ? " · wide: another line lies on it" : ""));
		Environment environment = manifest.environment();
		boolean added = !this.runs.findings().earlier().isEmpty();
		String command = added ? EnvironmentSection.commandOfAnyRound(manifest)
				: EnvironmentSection.line(manifest.command());
		this.canvas.small(command + " · " + ((manifest.rounds() == 1) ? "one round" : manifest.rounds() + " rounds")
				+ (added ? ", the last on " : " · ") + environment.cores() + " cores, " + environment.machine().cpu()
				+ " · JDK " + EnvironmentSection.jdks(environment) + " · "
				+ manifest.startedAt().toString().substring(0, 10) + " · commit "
				+ environment.commit().substring(0, Math.min(8, environment.commit().length()))
				+ (environment.dirty() ? " with changes" : ""));
	}

	/** All that is drawn: figures, their law and the ends of intervals. */
	private DoubleSummaryStatistics values() {
		DoubleSummaryStatistics values = Stream.of(this.metric, lawOf())
			.filter(Objects::nonNull)
			.flatMap((one) -> this.variants.values()
				.stream()
				.flatMap((points) -> points.values().stream().flatMap(List::stream))
				.flatMap((run) -> Stream.ofNullable(run.value(one))))
			.mapToDouble(this::shown)
			.summaryStatistics();
		this.variants.forEach((variant, points) -> points.keySet().forEach((point) -> {
			Interval interval = interval(variant, point);
			if (interval != null) {
				values.accept(low(interval));
				values.accept(high(interval));
			}
		}));
		return values;
	}

	/** The law that bounds the metric, or null without one. */
	private @Nullable Metric lawOf() {
		return switch (this.metric) {
			case THROUGHPUT -> Metric.CEILING;
			case TASKS_PER_SECOND -> Metric.TASKS_CEILING;
			default -> null;
		};
	}

	private OptionalDouble law(List<Outcome> rounds) {
		Metric law = lawOf();
		return (law == null) ? OptionalDouble.empty()
				: rounds.stream()
					.flatMap((run) -> Stream.ofNullable(run.value(law)))
					.mapToDouble(this::shown)
					.average();
	}

	/** The mean as the report has it. */
	private OptionalDouble mean(String variant, Point point) {
		return figures(variant, point).mapToDouble((figure) -> shown(figure.mean())).findFirst();
	}

	private Stream<Interval> figures(String variant, Point point) {
		return this.runs.findings()
			.summary()
			.stream()
			.filter((row) -> row.variant().equals(variant) && row.point().equals(point))
			.flatMap((row) -> Stream.ofNullable(row.figures().get(this.metric)));
	}

	private double value(Outcome run) {
		return shown(Objects.requireNonNull(run.value(this.metric)));
	}

	/** A share is shown in per cent. */
	private double shown(double value) {
		return this.metric.share() ? 100 * value : value;
	}

	/** The 95 % interval, or null if too few rounds give one. */
	private @Nullable Interval interval(String variant, Point point) {
		return figures(variant, point).filter((figure) -> figure.low() != null && figure.high() != null)
			.findFirst()
			.orElse(null);
	}

	private double low(Interval interval) {
		return shown(Objects.requireNonNull(interval.low()));
	}

	private double high(Interval interval) {
		return shown(Objects.requireNonNull(interval.high()));
	}

	private String name(String variant) {
		return Text.clean(this.runs.names().getOrDefault(variant, variant));
	}

	private String style(Outcome run) {
		return colour(run.run().variant().name()) + (run.allows(this.metric) ? "" : " o");
	}

	private String colour(String variant) {
		int place = this.runs.variants().indexOf(variant);
		return "v" + (place % COLOURS + 1) + ((place >= COLOURS) ? " d" : "");
	}

	private record Row(String variant, Point point, List<Outcome> rounds) {
	}

}
