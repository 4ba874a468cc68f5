package lab.harness.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import lab.harness.model.result.Result;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * Runs every command of the lessons, and compares the results with what the pages
 * promise: {@code mvn -Pruns -pl harness -am verify -Dit.test=LessonsIT}, and with
 * {@code -Dlab.lesson=05} only the lesson whose file begins so.
 * <p>
 * A command is expected to end with the exit code that the sentence above its block
 * names, else with 0. The text block after exit code 2 is part of what the command
 * prints. A table whose head begins with the name of an experiment promises figures of
 * its newest result: variant/point/metric, a value, and by how much it may differ; or
 * variant/check, and whether it passed.
 */
class LessonsIT {

	private static final Pattern EXIT_CODE = Pattern.compile("exit code (\\d)");

	private static final Pattern EXPERIMENT = Pattern.compile("bench run (?:\\S*/)?([a-z0-9-]+)");

	private static final Pattern PROMISES = Pattern.compile("\\| `([a-z0-9-]+)` \\|.*");

	/** The words between here and the next block are about the last command. */
	private int exitCode;

	private String output = "";

	/** Whether a figure can be compared: the machine disturbed no run twice. */
	private boolean comparable = true;

	static Stream<Path> lessons() throws IOException {
		String lesson = System.getProperty("lab.lesson", "0");
		try (Stream<Path> files = Files.list(Page.ROOT.resolve("workshop"))) {
			return files.filter((file) -> file.getFileName().toString().matches("0.*\\.md"))
				.filter((file) -> file.getFileName().toString().startsWith(lesson))
				.sorted()
				.toList()
				.stream();
		}
	}

	@ParameterizedTest
	@MethodSource("lessons")
	void lessonShouldDoWhatItsPagePromises(Path lesson) throws Exception {
		SoftAssertions softly = new SoftAssertions();
		List<String> lines = Files.readAllLines(lesson);
		for (int at = 0; at < lines.size(); at++) {
			Matcher table = PROMISES.matcher(lines.get(at));
			List<String> block = lines.subList(at + 1, lines.size())
				.stream()
				.takeWhile(untilEnd(lines.get(at)))
				.toList();
			if (lines.get(at).equals("```sh")) {
				Matcher code = EXIT_CODE.matcher(lines.get(at - 2));
				this.exitCode = code.find() ? Integer.parseInt(code.group(1)) : 0;
				for (String command : block) {
					run(command, softly);
				}
			}
			else if (lines.get(at).equals("```text") && this.exitCode == 2) {
				softly.assertThat(this.output).as("%s:%d", lesson, at + 1).contains(block);
			}
			else if (table.matches() && this.comparable) {
				JsonNode result = newest(table.group(1));
				block.stream().skip(1).forEach((row) -> compare(row, result, softly));
			}
			at += lines.get(at).startsWith("```") ? block.size() + 1 : 0;
		}
		softly.assertAll();
	}

	private static Predicate<String> untilEnd(String first) {
		return (line) -> first.startsWith("|") ? line.startsWith("|") : !line.equals("```");
	}

	/**
	 * A run that other programs disturbed is measured once more, and then not compared.
	 */
	private void run(String command, SoftAssertions softly) throws IOException, InterruptedException {
		int code = start(command);
		if (disturbed(command, code)) {
			code = start(command);
		}
		if (disturbed(command, code)) {
			this.comparable = false;
			return;
		}
		softly.assertThat(code)
			.as("exit code of '%s', which printed:%n%s", command, this.output)
			.isEqualTo(this.exitCode);
	}

	private int start(String command) throws IOException, InterruptedException {
		System.out.println("$ " + command);
		Process process = new ProcessBuilder("sh", "-c", command).directory(Page.ROOT.toFile())
			.redirectErrorStream(true)
			.start();
		this.output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		return process.waitFor();
	}

	private static boolean disturbed(String command, int code) throws IOException {
		Matcher experiment = EXPERIMENT.matcher(command);
		return code == 1 && experiment.find() && newest(experiment.group(1)).path("disturbed").asBoolean();
	}

	private static JsonNode newest(String experiment) throws IOException {
		Path file = Page.ROOT.resolve(Path.of("results", experiment, "latest", Result.FILE));
		return Files.isRegularFile(file) ? JsonMapper.shared().readTree(Files.readString(file))
				: MissingNode.getInstance();
	}

	private static void compare(String row, JsonNode result, SoftAssertions softly) {
		List<String> cells = Page.cells(row);
		String promised = cells.get(1).replace("`", "");
		List<String> path = Arrays.asList(Page.codes(cells.get(0)).getFirst().split("/"));
		List<JsonNode> runs = StreamSupport.stream(result.path("runs").spliterator(), false)
			.filter((run) -> path.getFirst().equals(run.path("variant").asString()))
			.filter((run) -> path.subList(1, path.size() - 1)
				.stream()
				.allMatch((point) -> run.path("point")
					.values()
					.stream()
					.anyMatch((value) -> value.asString().replaceFirst("\\.0$", "").equals(point))))
			.toList();
		softly.assertThat(runs).as("runs of %s", path).hasSize(1).first().satisfies((run) -> {
			if (promised.equals("passed") || promised.equals("failed")) {
				Assertions.assertThat(run.path("checks"))
					.filteredOn((check) -> path.getLast().equals(check.path("name").asString()))
					.as("checks named %s", path.getLast())
					.hasSize(1)
					.allMatch((check) -> check.path("ok").asBoolean() == promised.equals("passed"), promised);
				return;
			}
			double within = Double.parseDouble(cells.get(2).replace("%", "").strip());
			Assertions.assertThat(run.path("figures").path(path.getLast()).asDouble())
				.as(String.join("/", path))
				.isCloseTo(Double.parseDouble(promised), Percentage.withPercentage(within));
		});
	}

}
