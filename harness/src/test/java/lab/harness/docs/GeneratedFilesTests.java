package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.ClaimKind;
import lab.harness.model.result.Result;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The parts of pages that are made from the code. Run with {@code -Dlab.write=true} these
 * tests write the files instead of checking them.
 */
class GeneratedFilesTests {

	private static final String HOW = "made from code and results; write it with: "
			+ "mvn -pl harness -am -Dtest='GeneratedFilesTests,ResultsPageTests' -Dlab.write=true test";

	@Test
	void resultPageShouldListTheFieldsOfTheRecord() throws IOException {
		checkPart("docs/reference/result-json.md", "fields",
				table("field | type | meaning", RecordFields.of(Result.class)));
	}

	@Test
	void resultPageShouldListTheKindsOfClaims() throws IOException {
		checkPart("docs/reference/result-json.md", "claims", table("kind | meaning | fields", RecordFields.ofClaims()));
	}

	@Test
	void resultPageShouldListTheMetrics() throws IOException {
		checkPart("docs/reference/result-json.md", "metrics",
				table("metric | unit | section of the report | meaning", Stream.of(Metric.values())
					.map((metric) -> "`%s` | %s | %s | %s".formatted(metric, metric.share() ? "1" : metric.unit(),
							metric.section().name().toLowerCase(Locale.ROOT),
							metric.meaning() + (metric.exact() ? "; an exact count" : "")))
					.toList()));
	}

	@Test
	void checksPageShouldListTheChecks() throws IOException {
		Map<CheckKind.Blame, List<String>> rows = new TreeMap<>();
		for (CheckKind kind : CheckKind.values()) {
			rows.computeIfAbsent(kind.blame(), (blame) -> new ArrayList<>())
				.add("`%s` | %s | %s | %s".formatted(kind, kind.compares(), kind.applies(), kind.failure()));
		}
		checkPart("docs/reference/checks.md", "checks",
				rows.entrySet()
					.stream()
					.map((entry) -> "### Checks that blame the " + entry.getKey() + "\n\n"
							+ table("check | compares | applies to | a failure means", entry.getValue()))
					.collect(Collectors.joining("\n")));
	}

	/** The matrix: of a check that stands in no row every claim is independent. */
	@Test
	void checksPageShouldListTheClaimsThatEachCheckWithholds() throws IOException {
		checkPart("docs/reference/checks.md", "claims",
				table("claim | what it says | is withheld if one of these fails",
						Stream.of(ClaimKind.values())
							.map((claim) -> "`%s` | %s | %s".formatted(claim, claim.meaning(),
									Stream.of(CheckKind.values())
										.filter((check) -> check.withholds().contains(claim) && !isEvidence(check))
										.map((check) -> "`" + check + "`")
										.collect(Collectors.joining(", "))))
							.toList())
						+ "\nEvery claim needs these, since without them the evidence itself is wrong: "
						+ Stream.of(CheckKind.values())
							.filter(GeneratedFilesTests::isEvidence)
							.map((check) -> "`" + check + "`")
							.collect(Collectors.joining(", "))
						+ ".\n");
	}

	private static boolean isEvidence(CheckKind check) {
		return check.withholds().size() == ClaimKind.values().length;
	}

	static String table(String head, List<String> rows) {
		return "| " + head + " |\n" + head.replaceAll("[^|]+", "---").replaceAll("^|$", "|") + "\n"
				+ rows.stream().map((row) -> "| " + row + " |\n").collect(Collectors.joining());
	}

	static void checkPart(String page, String name, String content) throws IOException {
		Path file = Page.ROOT.resolve(page);
		String begin = "<!-- " + name + ": " + HOW + " -->\n";
		String end = "<!-- end of " + name + " -->";
		String text = Files.readString(file);
		int from = text.indexOf("<!-- " + name + ":");
		int to = text.indexOf(end);
		assertThat(from).as("%s has no part '<!-- %s: -->'", page, name).isNotNegative().isLessThan(to);
		GeneratedFile.check(file, text.substring(0, from) + begin + "\n" + content + "\n" + text.substring(to), HOW);
	}

}
