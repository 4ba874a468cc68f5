package lab.harness.report;

import java.util.List;
import java.util.Objects;

import lab.harness.analysis.Result;
import lab.harness.analysis.RunResult;
import lab.harness.analysis.Summary;

/**
 * A dot for each run on an axis that begins at zero, with its ceiling and the 95 %
 * interval of its variant. Drawn with HTML, so that its text stays readable at any width;
 * the table holds the same figures.
 */
final class DotPlot {

	private static final int TICKS = 5;

	private final Result result;

	private final RunOrder order;

	private final double step;

	private DotPlot(Result result, RunOrder order) {
		this.result = result;
		this.order = order;
		double most = result.runs()
			.stream()
			.mapToDouble((run) -> Math.max(run.throughput(), (run.ceiling() != null) ? run.ceiling() : 0))
			.max()
			.orElse(1);
		this.step = step(most * 1.02);
	}

	static String of(Result result, RunOrder order) {
		return new DotPlot(result, order).html();
	}

	/** Least of 1, 2, 2.5 or 5 times a power of ten that takes few ticks. */
	private static double step(double most) {
		double power = Math.pow(10, Math.floor(Math.log10(Math.max(most, 1) / TICKS)));
		return List.of(1.0, 2.0, 2.5, 5.0, 10.0)
			.stream()
			.map((factor) -> factor * power)
			.filter((step) -> step * TICKS >= most)
			.findFirst()
			.orElse(10 * power);
	}

	private String html() {
		StringBuilder html = new StringBuilder(
				"<div class=\"dots\" role=\"img\" aria-label=\"A dot for each run, with its "
						+ "ceiling; the table of throughput has the figures\">\n");
		this.order.runs()
			.stream()
			.map((run) -> this.order.point(run))
			.distinct()
			.forEach((label) -> html.append(row(label)));
		html.append("<span></span><div class=\"ticks\">");
		for (int tick = 0; tick <= TICKS; tick++) {
			html.append("<span style=\"left:")
				.append(20 * tick)
				.append("%\">")
				.append(Figures.number(tick * this.step, (this.step == Math.rint(this.step)) ? 0 : 1))
				.append("</span>");
		}
		return html.append("</div><span class=\"unit\">req/s</span>\n</div>\n").toString();
	}

	private String row(String label) {
		List<RunResult> runs = this.order.runs().stream().filter((run) -> this.order.point(run).equals(label)).toList();
		RunResult first = runs.getFirst();
		StringBuilder track = new StringBuilder();
		this.result.summary()
			.stream()
			.filter((summary) -> summary.variant().equals(first.variant()) && summary.users() == first.users())
			.map(this::interval)
			.forEach(track::append);
		runs.stream()
			.map(RunResult::ceiling)
			.filter(Objects::nonNull)
			.distinct()
			.forEach((ceiling) -> track.append(mark("ceiling", ceiling)));
		runs.forEach((run) -> track.append(mark(run.valid() ? "dot" : "dot failed", run.throughput())));
		double mean = runs.stream().mapToDouble(RunResult::throughput).average().orElse(0);
		int place = this.order.variants().indexOf(first.variant()) % 6 + 1;
		return "<span class=\"name\">" + Html.escape(label) + "</span><div class=\"track v" + place + "\">" + track
				+ "</div>" + Html.element("b", Figures.number(mean, 1)) + "\n";
	}

	private String interval(Summary summary) {
		double low = Math.max(0, summary.throughput().low());
		return "<i class=\"interval\" style=\"left:" + place(low) + ";width:" + place(summary.throughput().high() - low)
				+ "\"></i>";
	}

	private String mark(String kind, double value) {
		return "<i class=\"" + kind + "\" style=\"left:" + place(value) + "\"></i>";
	}

	private String place(double value) {
		return Figures.number(100 * value / (TICKS * this.step), 3) + "%";
	}

}
