package lab.harness.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import lab.harness.analysis.Findings;
import lab.harness.model.experiment.About;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Form;
import lab.harness.model.result.Manifest;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.TemplateOutput;
import gg.jte.output.StringOutput;
import org.jspecify.annotations.Nullable;

/**
 * Renders a result. The same findings give the same bytes.
 */
public final class Report {

	public static final String HTML = "report.html";

	public static final String MARKDOWN = "report.md";

	public static final String PICTURE = Block.Picture.FILE;

	private static final List<String> STYLES = List.of("uPlot.min.css", "page.css", "charts.css", "replay.css",
			"print.css");

	private static final List<String> SCRIPTS = List.of("frame.js", "tables.js", "time.js", "latency.js", "axis.js",
			"events.js", "replay.js", "page.js");

	private Report() {
	}

	/** The report for a terminal in English. */
	public static String terminal(Findings findings) {
		return terminal(findings, Language.EN);
	}

	/** The report for a terminal. */
	public static String terminal(Findings findings, Language language) {
		return language.of(Document.of(findings)).text();
	}

	/** The report in Markdown in English, as records have it. */
	public static String markdown(Findings findings) {
		return markdown(findings, Language.EN);
	}

	/** The report in Markdown. */
	public static String markdown(Findings findings, Language language) {
		return language.of(Document.of(findings)).markdown();
	}

	/** The picture of a result as SVG, to which its Markdown refers, or null. */
	public static @Nullable String picture(Findings findings, Language language) {
		Block.Picture picture = Picture.of(ReportedRuns.of(findings));
		return (picture != null) ? language.of(picture).svg() : null;
	}

	/** The picture in English, as records have it. */
	public static @Nullable String picture(Findings findings) {
		return picture(findings, Language.EN);
	}

	/** The result as a page in English that needs no network. */
	public static String html(Findings findings) {
		return html(findings, Language.EN);
	}

	/** The result as a page that needs no network. */
	public static String html(Findings findings, Language language) {
		return html(findings, Document.of(findings), language);
	}

	/**
	 * A record as such a page, in English.
	 * @param outdated why it is not that of this checkout, or null if it is
	 */
	public static String htmlOfRecord(Findings findings, @Nullable String outdated) {
		Document document = Document.of(findings);
		return html(findings, (outdated != null) ? document.marked(outdated) : document, Language.EN);
	}

	private static String html(Findings findings, Document document, Language language) {
		Page page = new Page(language.of(document), language, read(STYLES), read(List.of("uPlot.iife.min.js")),
				read(SCRIPTS), ChartData.of(findings), read(List.of("uPlot.LICENSE")));
		return rendered("page.jte", page);
	}

	/**
	 * The input of the page's template.
	 *
	 * @param data the figures of the charts, as JSON that is safe in a script element
	 * @param license the licence of uPlot
	 */
	record Page(Document document, Language language, String css, String uplot, String script, String data,
			String license) {
	}

	/** Fills in a template of this package. */
	static String rendered(String template, Object input) {
		TemplateOutput output = new StringOutput();
		TemplateEngine
			.createPrecompiled(null, ContentType.Html, Report.class.getClassLoader(), Report.class.getPackageName())
			.render(template, input, output);
		return output.toString();
	}

	private static String read(List<String> resources) {
		return resources.stream().map(Report::read).collect(Collectors.joining("\n"));
	}

	static String read(String resource) {
		try (InputStream in = Report.class.getResourceAsStream(resource)) {
			return new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The result for programs, {@code result.json}. */
	public static Result result(Findings findings) {
		Manifest manifest = findings.manifest();
		Result.Header header = new Result.Header(Result.SCHEMA_VERSION, findings.name(), plan(findings),
				(manifest != null) ? manifest.seed() : 0, findings.valid(), findings.disturbed(), findings.complete());
		return new Result(header, (manifest != null) ? manifest.environment() : null,
				findings.outcomes().stream().map((outcome) -> run(outcome, findings)).toList(), findings.summary(),
				findings.effects(), findings.claims());
	}

	private static Result.Plan plan(Findings findings) {
		Manifest manifest = findings.manifest();
		if (manifest == null) {
			return new Result.Plan(new About(Document.question(findings), About.Group.OTHER, List.of(), null), null,
					null, 1, false, Form.FULL, List.of(), List.of());
		}
		Experiment experiment = manifest.experiment();
		return new Result.Plan(experiment.about(), manifest.startedAt(), manifest.minutes(), manifest.rounds(),
				manifest.form().isShort(), manifest.form(), manifest.command(), findings.earlier());
	}

	private static Result.RunResult run(Outcome outcome, Findings findings) {
		List<Result.CheckResult> checks = outcome.checks().stream().map(Result.CheckResult::of).toList();
		String id = outcome.run().id();
		Result.Details details = new Result.Details(outcome.behaviour(), outcome.counts().answers(),
				outcome.counts().backendFailures(), outcome.counts().backendHits(), outcome.notApplied(),
				findings.repeated().getOrDefault(id, List.of()), outcome.failure(),
				(findings.manifest() != null) ? Evidence.RAW + "/" + id : "");
		Result.RunHeader header = new Result.RunHeader(outcome.run().variant().name(), outcome.run().point(),
				outcome.run().round(), outcome.valid(), outcome.disturbed());
		Map<String, Long> errorKinds = new LinkedHashMap<>();
		outcome.counts().errorKinds().forEach((kind, count) -> errorKinds.put(kind.toString(), count));
		return new Result.RunResult(header, outcome.figures(), outcome.run().published(), errorKinds,
				outcome.counts().ledger(), checks, details);
	}

}
