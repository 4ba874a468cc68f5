package lab.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The compose file starts, and load through it gives a valid result.
 */
@NeedsImages
class ComposeIT {

	private static final int USERS = 20;

	private static final Composition LAB = Composition.LAB;

	/**
	 * If root runs the tests, the folder belongs to this user, so that the owner of new
	 * files can be checked.
	 */
	private static final int SOMEBODY = 12345;

	@TempDir
	private Path results;

	@BeforeEach
	void lend() throws IOException {
		lend(this.results);
	}

	static void lend(Path folder) throws IOException {
		if (owner(folder) == 0) {
			Files.setAttribute(folder, "unix:uid", SOMEBODY);
			Files.setAttribute(folder, "unix:gid", SOMEBODY);
		}
	}

	@Test
	void comparisonShouldObeyTheLawPrintItsRowsAndLeaveFilesOfTheFoldersOwner() throws IOException {
		Composition.Ended ended = LAB.succeed(
				Map.of("RESULTS", this.results.toString(), "USERS", "" + USERS, "DURATION", "8", "WARM_UP", "2"), "run",
				"--rm", "-T", "jmeter");
		for (String app : Composition.APPS) {
			assertThat(ended.output())
				.as("a row for %s with its ceiling, no error, and what JMeter's summary says", app)
				.anyMatch((line) -> line
					.matches(app + " +\\d+\\.\\d +(19|20|21)\\d\\.\\d +\\d+\\.\\d+ % +\\d+ +\\d+ +0 +\\d+\\.\\d *"));
		}
		assertThat(ended.output()).anyMatch((line) -> line.matches("Checks: \\d+ of 16 passed\\..*"));
		assertThat(Samples.of(left("comparison.jtl"))).containsOnlyKeys(Composition.APPS);
		assertThat(left("index.html")).isNotEmptyFile();
		try (Stream<Path> all = Files.walk(this.results)) {
			assertThat(all).allSatisfy((file) -> assertThat(owner(file)).isEqualTo(owner(this.results)));
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			USERS    | 0    | USERS is '0', must be a whole number from 1 to 20000
			USERS    | many | USERS is 'many', must be a whole number from 1 to 20000
			DURATION | 4    | DURATION is '4', must be a whole number from 5 to 86400
			WARM_UP  | -1   | WARM_UP is '-1', must be a whole number from 0 to 3600
			""")
	void comparisonWhenASettingIsWrongShouldReportWhatIsRight(String name, String value, String message) {
		Composition.Ended ended = LAB.run(Map.of("RESULTS", this.results.toString(), name, value), "run", "--rm", "-T",
				"--no-deps", "jmeter");
		assertThat(ended.code()).isEqualTo(2);
		assertThat(ended.errors()).last().asString().startsWith("jmeter: " + message);
	}

	@Test
	void comparisonWhenAnAppIsMissingShouldNameIt() {
		Map<String, String> more = Map.of("RESULTS", this.results.toString());
		LAB.succeed(more, "stop", "webflux");
		try {
			Composition.Ended ended = LAB.run(more, "run", "--rm", "-T", "--no-deps", "jmeter");
			assertThat(ended.code()).isEqualTo(2);
			assertThat(ended.errors()).last()
				.isEqualTo("jmeter: no answer from webflux:8083; start the apps first: docker compose up -d --wait");
		}
		finally {
			LAB.succeed(more, "up", "-d", "--wait", "webflux");
		}
	}

	private Path left(String name) throws IOException {
		try (Stream<Path> all = Files.walk(this.results)) {
			return all.filter((file) -> file.getFileName().toString().equals(name)).findFirst().orElseThrow();
		}
	}

	static int owner(Path file) throws IOException {
		return (Integer) Files.getAttribute(file, "unix:uid");
	}

}
