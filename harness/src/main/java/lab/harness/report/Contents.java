package lab.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import lab.harness.analysis.Findings;
import lab.harness.model.Check;
import lab.harness.model.Experiment;
import lab.harness.model.Manifest;
import lab.harness.report.Document.Badge;
import lab.harness.report.Document.Section;

/**
 * The contents of a report and their order.
 */
final class Contents {

	/** Characters of a sentence that is still easy to read in large letters. */
	private static final int LONGEST_HEADLINE = 300;

	private Contents() {
	}

	static Document of(Findings findings) {
		ReportedRuns runs = ReportedRuns.of(findings);
		ResultSections results = new ResultSections(runs);
		ChartSections charts = new ChartSections(runs);
		List<Section> sections = Stream
			.of(results.answer(), charts.replay(), results.comparison(), results.faults(), EventSection.of(runs),
					charts.overTime(), charts.latency(), charts.resources(), results.cost(), results.errors(),
					CheckSection.of(runs), EnvironmentSection.of(runs), repeat(findings))
			.filter((section) -> section.title().isEmpty() || !section.blocks().isEmpty())
			.toList();
		List<String> verdict = VerdictText.answer(findings);
		boolean headline = !verdict.isEmpty() && verdict.getFirst().length() <= LONGEST_HEADLINE
				&& (verdict.size() == 1 || !(runs.hasOpenLoadOrFaults() || beginsAList(findings)));
		return new Document(findings.name(), question(findings), badges(runs), verdict, headline, sections);
	}

	/** Whether the first clause is one of several alike, such as one for each point. */
	private static boolean beginsAList(Findings findings) {
		Class<?> first = findings.verdict().getFirst().getClass();
		return findings.verdict().stream().filter(first::isInstance).count() > 1;
	}

	/** The question of the experiment, or one for a JTL. */
	static String question(Findings findings) {
		Experiment experiment = findings.experiment();
		return (experiment != null) ? experiment.about().question() : "What does " + findings.name() + " hold?";
	}

	private static List<Badge> badges(ReportedRuns runs) {
		List<Check> checks = runs.outcomes().stream().flatMap((run) -> run.checks().stream()).toList();
		long failed = checks.stream().filter((check) -> !check.ok()).count();
		long broken = runs.outcomes().stream().filter((run) -> run.failure() != null).count();
		List<Badge> badges = new ArrayList<>();
		if (failed == 0 && broken == 0 && !checks.isEmpty()) {
			badges.add(new Badge("valid: " + checks.size() + " of " + checks.size() + " checks passed", true));
		}
		if (failed > 0) {
			badges.add(new Badge("invalid: " + failed + " of " + checks.size() + " checks failed", false));
		}
		if (broken > 0) {
			badges.add(new Badge(broken + " of " + runs.outcomes().size() + " runs failed", false));
		}
		if (!runs.findings().complete()) {
			badges.add(new Badge("incomplete: not every planned run was finished", false));
		}
		if (runs.form().isShort()) {
			badges.add(new Badge(runs.form() + ": short windows, not to be compared with published figures", null));
		}
		return badges;
	}

	private static Section repeat(Findings findings) {
		Manifest manifest = findings.manifest();
		return Section.of("Repeat it", false,
				(manifest != null && !manifest.command().isEmpty())
						? new Block.Code("", List.of(EnvironmentSection.line(manifest.command())))
						: new Block.Paragraph("These samples were recorded elsewhere."));
	}

}
