package lab.harness.report;

import java.util.List;
import java.util.stream.Collectors;

import lab.harness.analysis.Check;
import lab.harness.analysis.Result;
import lab.harness.analysis.Spoiled;

/**
 * What was made again, and why; nothing where nothing was.
 */
final class SpoiledRuns {

	private static final String TITLE = "Made again, because the machine spoiled the first try; the tries count nowhere:";

	private SpoiledRuns() {
	}

	static String text(Result result) {
		return written(result, "  ", "");
	}

	static String markdown(Result result) {
		return written(result, "- ", "\n");
	}

	static String html(Result result) {
		return result.spoiled().isEmpty() ? ""
				: "<p>" + TITLE + "</p>\n<ul>"
						+ lines(result).stream()
							.map((line) -> "<li>" + Html.escape(line) + "</li>")
							.collect(Collectors.joining())
						+ "</ul>\n";
	}

	private static String written(Result result, String mark, String gap) {
		return result.spoiled().isEmpty() ? "" : TITLE + "\n" + gap
				+ lines(result).stream().map((line) -> mark + line + "\n").collect(Collectors.joining()) + gap;
	}

	private static List<String> lines(Result result) {
		return result.spoiled().stream().map(SpoiledRuns::line).toList();
	}

	private static String line(Spoiled spoiled) {
		return spoiled.variant() + ", " + spoiled.point() + ", round " + spoiled.round() + ": "
				+ spoiled.failed().stream().map(SpoiledRuns::words).collect(Collectors.joining("; "));
	}

	private static String words(Check check) {
		return check.name() + " was " + Figures.number(check.value(), 4) + ", must be " + check.limit();
	}

}
