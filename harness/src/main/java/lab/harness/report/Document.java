package lab.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import lab.harness.analysis.Findings;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.result.Check;
import lab.harness.model.result.Manifest;
import lab.harness.model.result.Result;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a report and their order, before it is rendered as text, Markdown or a
 * page.
 *
 * @param name name of the experiment
 * @param badges whether the result can be trusted
 * @param headline whether the page shows the first sentence larger than the others
 * @param sections its sections; the first one has no title and belongs to the answer
 */
record Document(String name, String question, List<Badge> badges, List<String> verdict, boolean headline,
		List<Section> sections) {

	/** A line of a paragraph in the terminal. */
	private static final Pattern LINE = Pattern.compile("(.{1,100})(?: |$)");

	/** Characters of a sentence that is still easy to read in large letters. */
	private static final int LONGEST_HEADLINE = 300;

	Document {
		name = Text.clean(name);
		question = Text.clean(question);
	}

	/**
	 * A fact about the whole result.
	 *
	 * @param ok whether it is good or bad, or null for neither
	 */
	record Badge(String words, @Nullable Boolean ok) {
	}

	/**
	 * A section.
	 *
	 * @param title its title, empty for the first section
	 * @param terminal whether the terminal shows it too
	 */
	record Section(String title, boolean terminal, List<Block> blocks) {

		static Section of(String title, boolean terminal, @Nullable Block... blocks) {
			return new Section(title, terminal, Stream.of(blocks).filter(Objects::nonNull).toList());
		}

	}

	static Document of(Findings findings) {
		ReportedRuns runs = ReportedRuns.of(findings);
		ResultSections results = new ResultSections(runs, RunTables.of(runs));
		ChartSections charts = new ChartSections(runs);
		List<Section> sections = Stream
			.of(results.answer(), charts.replay(), results.comparison(), results.faults(), EventSection.of(runs),
					charts.overTime(), charts.latency(), charts.resources(), results.cost(), results.errors(),
					CheckSection.of(runs), EnvironmentSection.of(runs), repeat(findings))
			.filter((section) -> section.title().isEmpty() || !section.blocks().isEmpty())
			.toList();
		List<String> verdict = VerdictText.of(findings);
		boolean headline = !verdict.isEmpty() && verdict.getFirst().length() <= LONGEST_HEADLINE
				&& (verdict.size() == 1 || !(runs.hasOpenLoadOrFaults() || beginsAList(findings)));
		return new Document(findings.name(), question(findings), badges(runs), verdict, headline, sections);
	}

	/** The document with one more fact, which is neither good nor bad. */
	Document marked(String words) {
		return new Document(this.name, this.question,
				Stream.concat(this.badges.stream(), Stream.of(new Badge(words, null))).toList(), this.verdict,
				this.headline, this.sections);
	}

	/** Whether the first sentence is one of several alike, such as one for each point. */
	private static boolean beginsAList(Findings findings) {
		Class<?> first = findings.claims().getFirst().getClass();
		return VerdictText.sentences(findings.claims())
			.stream()
			.filter((claims) -> first.isInstance(claims.getFirst()))
			.count() > 1;
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
		if (runs.findings().valid() && failed == 0 && !checks.isEmpty()) {
			badges.add(new Badge("valid: " + checks.size() + " of " + checks.size() + " checks passed", true));
		}
		if (failed > 0) {
			badges
				.add(runs.findings().valid()
						? new Badge(failed + " of " + checks.size() + " checks failed; what needs them is not claimed",
								null)
						: new Badge("invalid: " + failed + " of " + checks.size() + " checks failed", false));
		}
		if (broken > 0) {
			badges.add(new Badge(broken + " of " + runs.outcomes().size() + " runs failed", false));
		}
		if (!runs.findings().effects().stream().allMatch(Result.EffectResult::ok)) {
			badges.add(new Badge("invalid: an effect that theory demands is missing", false));
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

	/** The report for a terminal. The answer is last, so that it stays in view. */
	String text() {
		StringBuilder text = new StringBuilder(this.question).append('\n');
		this.badges.stream()
			.filter((badge) -> badge.ok() == null)
			.forEach((badge) -> text.append(badge.words()).append('\n'));
		for (Section section : this.sections) {
			if (section.terminal()) {
				section.blocks().forEach((block) -> text.append(text(block)));
			}
		}
		text.append('\n');
		this.verdict.forEach((line) -> text.append(line).append('\n'));
		return text.toString();
	}

	private static String text(Block block) {
		return switch (block) {
			case Table table -> "\n" + table.text();
			case Block.Paragraph paragraph -> "\n" + wrapped(paragraph.text());
			case Block.Items items -> lines(items.title(), items.items());
			case Block.Code code -> lines(code.title(), code.lines());
			case Block.Chart chart -> "";
			case Block.Picture picture -> "";
			case Block.Folded folded -> "";
		};
	}

	private static String wrapped(String text) {
		return LINE.matcher(text).replaceAll("$1\n");
	}

	private static String lines(String title, List<String> lines) {
		StringBuilder text = new StringBuilder(title.isEmpty() ? "\n" : "\n" + wrapped(title));
		lines.forEach((line) -> text.append("  ").append(line).append('\n'));
		return text.toString();
	}

	/** The report in Markdown: the page without its charts and its details. */
	String markdown() {
		StringBuilder text = new StringBuilder(
				"# " + Table.escape(this.name) + "\n\n" + Table.escape(this.question) + "\n\n");
		List<String> answer = this.verdict.stream().map(Table::escape).toList();
		if (answer.size() == 1) {
			text.append("**").append(answer.getFirst()).append("**\n\n");
		}
		else {
			answer.forEach((line) -> text.append("- ").append(line).append('\n'));
			text.append('\n');
		}
		// Markdown breaks a line that ends with two spaces.
		this.badges.forEach((badge) -> text.append(Table.escape(badge.words())).append("  \n"));
		for (Section section : this.sections) {
			String blocks = String.join("", section.blocks().stream().map(Document::markdown).toList());
			if (!blocks.isEmpty()) {
				text.append(section.title().isEmpty() ? "\n" : "\n## " + Table.escape(section.title()) + "\n\n")
					.append(blocks);
			}
		}
		return text.toString().replaceAll("\n{3,}", "\n\n");
	}

	private static String markdown(Block block) {
		return switch (block) {
			case Table table -> Table.escape(table.caption()) + "\n\n" + table.markdown() + "\n";
			case Block.Paragraph paragraph -> Table.escape(paragraph.text()) + "\n\n";
			case Block.Items items -> (items.title().isEmpty() ? "" : Table.escape(items.title()) + "\n\n")
					+ String.join("", items.items().stream().map((item) -> "- " + Table.escape(item) + "\n").toList())
					+ "\n";
			// Any other block of code would end at a line with backticks.
			case Block.Code code -> (code.title().isEmpty() ? "" : Table.escape(code.title()) + "\n\n")
					+ String.join("", code.lines().stream().map((line) -> "    " + line + "\n").toList()) + "\n";
			case Block.Chart chart -> "";
			case Block.Picture picture -> "![" + Table.escape(picture.words()) + "](" + Block.Picture.FILE + ")\n\n";
			case Block.Folded folded -> "";
		};
	}

}
