package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import lab.harness.command.BenchModel;
import lab.harness.lesson.LessonFile;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.Variant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Every {@code ./bench} line of the documents is one that {@code bench} takes, and every
 * experiment in them is one that it reads.
 */
class CommandLinesTests {

	/** How a document calls it, on Windows too. */
	private static final Pattern BENCH = Pattern.compile("(\\./bench|\\.\\\\bench\\.cmd) (.*)");

	private static final Pattern FILE = Pattern.compile("\\A# (?:experiments/)?(\\S+\\.yml)\\n");

	private static final List<LessonFile> LESSONS = LessonFile.all(Page.ROOT.resolve("workshop"));

	@TempDir
	private Path folder;

	@Test
	void commandLineInADocumentShouldParseAndNameWhatIsThere() throws IOException {
		int count = 0;
		for (Page page : Page.all()) {
			Path experiments = experiments(page);
			for (String line : benchLines(page)) {
				check(page, line, experiments);
				count++;
			}
		}
		assertThat(count).isGreaterThan(10);
	}

	private static void check(Page page, String line, Path experiments) {
		try {
			// The N of a page stands for any lesson. PowerShell needs quotes around
			// commas.
			ParseResult result = BenchModel.of(Page.ROOT)
				.parseArgs(line.strip()
					.replaceFirst("^lesson N\\b", "lesson 1")
					.replaceAll("\"(\\S+)\"", "$1")
					.split(" +"));
			ParseResult command = result.subcommand();
			if (command != null && "lesson".equals(command.commandSpec().name()) && command.hasMatchedPositional(0)) {
				LessonFile.of(LESSONS, command.matchedPositionalValue(0, 0));
			}
			if (command != null && "run".equals(command.commandSpec().name()) && command.hasMatchedPositional(0)) {
				List<String> only = command.matchedOptionValue("--only", List.of());
				String name = command.matchedPositionalValue(0, "");
				Path written = experiments.resolve(name);
				Path file = !name.endsWith(".yml") ? ExperimentFile.find(experiments, name)
						: Files.exists(written) ? written : Page.ROOT.resolve(name);
				assertThat(ExperimentFile.read(file).variants()).extracting(Variant::name).containsAll(only);
			}
		}
		catch (RuntimeException | AssertionError ex) {
			String what = (ex instanceof ParameterException) ? "is not understood" : "cannot be run";
			fail("'./bench %s' in %s %s: %s", line, page.path().normalize(), what, ex.getMessage());
		}
	}

	/** The shipped experiments, and those that the page itself tells to write. */
	private Path experiments(Page page) throws IOException {
		Path experiments = Files.createDirectories(
				this.folder.resolve(page.path().normalize().toString().replace("..", "").replace('/', '_') + ".d"));
		try (Stream<Path> shipped = Files.list(Page.ROOT.resolve("experiments"))) {
			for (Path file : shipped.toList()) {
				Files.copy(file, experiments.resolve(file.getFileName()));
			}
		}
		for (String block : page.blocks("yaml")) {
			Matcher file = FILE.matcher(block);
			if (file.find()) {
				Path path = experiments.resolve(file.group(1));
				Files.createDirectories(path.getParent());
				ExperimentFile.read(Files.writeString(path, block));
			}
		}
		return experiments;
	}

	/** The arguments of bench on a line of a block, or between backticks. */
	private static List<String> benchLines(Page page) {
		List<String> lines = new ArrayList<>();
		for (String line : page.lines()) {
			Stream.concat(Stream.of(line.strip().replaceFirst("^\\$ ", "")), Page.codes(line).stream())
				.map(BENCH::matcher)
				.filter(Matcher::matches)
				.map((bench) -> bench.group(2).strip().split("  +| [#>|]| 2>")[0])
				.forEach(lines::add);
		}
		return lines;
	}

}
