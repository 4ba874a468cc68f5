package lab.harness.docs;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs every command of the page of symptoms with the service in
 * {@code fixtures/switched}, and holds what they print to the tables of the page:
 * {@code mvn -Pruns -pl harness -am verify -Dit.test=SymptomsIT}.
 */
class SymptomsIT {

	private static final Path PAGE = Page.ROOT.resolve("docs/how-to/slower-after-the-switch.md");

	/** A heading, a command or the row of a table. */
	private static final Pattern PART = Pattern.compile("(?ms)^## ([^\\n]*)$|^```sh\\n(.*?)^```$|^\\| (`[^\\n]*)$");

	private static final String HEADING = "== ";

	@ParameterizedTest
	@Timeout(value = 5, unit = TimeUnit.MINUTES)
	@CsvSource({ "1, false, default", "2, true, default", "3, true, cured" })
	void pageShouldFindWhatIsPlantedAndNothingElse(int column, String virtual, String profile) throws Exception {
		String page = Files.readString(PAGE);
		String printed = run(script(page), virtual, profile);
		System.out.println(printed);
		SoftAssertions softly = new SoftAssertions();
		String heading = "";
		for (MatchResult part : PART.matcher(page).results().toList()) {
			if (part.group(1) != null) {
				heading = part.group(1);
			}
			else if (part.group(3) != null) {
				List<String> cells = Page.cells("| " + part.group(3));
				String section = section(printed, heading);
				softly.assertThat(found(section, Page.codes(cells.getFirst()).getFirst(), cells.get(column)))
					.as("%s: %s must be %s, but was printed:%n%s", heading, cells.getFirst(), cells.get(column),
							section)
					.isTrue();
			}
		}
		softly.assertAll();
	}

	/** The commands of the page as one script, which says where each section begins. */
	private static String script(String page) {
		// Some shells have no jobs in $().
		StringBuilder script = new StringBuilder(
				"set -e\nmkdir -p fixtures/switched/target\ntrap 'jobs -p > fixtures/switched/target/jobs; "
						+ "kill $(cat fixtures/switched/target/jobs) || true; wait' EXIT\n");
		PART.matcher(page).results().forEach((part) -> {
			if (part.group(1) != null) {
				script.append("echo '").append(HEADING).append(part.group(1)).append("'\n");
			}
			else if (part.group(2) != null) {
				script.append(part.group(2));
			}
		});
		return script.toString();
	}

	private static String run(String script, String virtual, String profile) throws Exception {
		ProcessBuilder builder = new ProcessBuilder("sh", "-c", script).directory(Page.ROOT.toFile())
			.redirectErrorStream(true);
		String java = System.getProperty("java.home");
		builder.environment().put("JAVA_HOME", java);
		builder.environment().merge("PATH", java + "/bin", (path, bin) -> bin + File.pathSeparator + path);
		builder.environment().put("VIRTUAL", virtual);
		builder.environment().put("PROFILE", profile);
		Process process = builder.start();
		String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor()).as(printed).isZero();
		return printed;
	}

	private static String section(String printed, String heading) {
		int from = printed.indexOf(HEADING + heading + "\n");
		int to = printed.indexOf("\n" + HEADING, from + 1);
		return (from < 0) ? "" : printed.substring(from, (to < 0) ? printed.length() : to);
	}

	/**
	 * Whether words were printed, or the figure in place of their N is in a range. It is
	 * 0 if the words are missing, since {@code uniq -c} and JFR leave out what there is
	 * none of.
	 */
	private static boolean found(String section, String words, String range) {
		String pattern = Pattern.quote(words).replace(" ", "\\E\\s+\\Q").replace("N", "\\E(-?\\d+\\.?\\d*)\\Q");
		Matcher matcher = Pattern.compile(pattern).matcher(section);
		boolean isThere = matcher.find();
		if (!words.contains("N")) {
			return isThere == range.equals("yes");
		}
		if (section.isEmpty()) {
			return false;
		}
		double figure = isThere ? Double.parseDouble(matcher.group(1)) : 0;
		String[] ends = range.split("\\.\\.");
		return switch (range.charAt(0)) {
			case '<' -> figure < Double.parseDouble(range.substring(2));
			case '>' -> figure > Double.parseDouble(range.substring(2));
			default -> figure >= Double.parseDouble(ends[0]) && figure <= Double.parseDouble(ends[ends.length - 1]);
		};
	}

}
