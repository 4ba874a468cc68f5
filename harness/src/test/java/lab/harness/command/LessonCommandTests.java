package lab.harness.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class LessonCommandTests {

	private static final Path LESSONS = Path.of("src/test/resources/lessons");

	@TempDir
	private Path root;

	private TypedCommand bench;

	@BeforeEach
	void addLessons() throws IOException {
		this.bench = new TypedCommand(this.root);
		try (Stream<Path> files = Files.walk(LESSONS)) {
			for (Path file : files.filter(Files::isRegularFile).toList()) {
				Path copy = this.root.resolve("workshop").resolve(LESSONS.relativize(file).toString());
				Files.createDirectories(copy.resolveSibling(""));
				Files.copy(file, copy);
			}
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~',
			textBlock = """
					lesson 9                                  | there is no lesson 9; accepted: 1, 2, 3
					lesson one                                | 'one' is not an int
					lesson 1 dance                            | expected one of [HINT, CHECK, RESET, SOLUTION]
					lesson --predict 50=100                   | --predict: give the number of a lesson, such as: bench lesson 1
					lesson 1 check --predict 50=100           | --predict: an exercise takes no predictions and no answers; leave it out
					lesson 1 --predict 50=many                | --predict: 50: 'many' is no number; write one in req/s
					lesson 1 --predict fifty=100              | --predict: unknown key 'fifty'; accepted: 50, 200, 50ms
					lesson 1 --predict 50=100 --because 5     | --because: 5 is out of range; accepted: 1 to 4
					lesson 1 --predict 50=100 --decision keep | --decision: only the lesson that advises takes a decision; leave it out
					lesson 3 --predict rate=1 --because 1     | --because: this lesson asks no question why; leave it out
					lesson 3 check                            | lesson 3 has no exercise to check
					lesson 1 --lang fr                        | expected one of
					""")
	void lessonWhenInputIsWrongShouldSayItInOneLineAndWriteNothing(String arguments, String message) {
		assertThat(this.bench.refusal(arguments.split(" "))).startsWith("bench: ").contains(message);
		assertThat(this.root.resolve("workshop/my")).doesNotExist();
		assertThat(this.root.resolve("results")).doesNotExist();
	}

	@Test
	void lessonWithoutANumberShouldListTheLessons() {
		assertThat(this.bench.run("lesson", "--lang", "en")).isZero();
		assertThat(this.bench.stdout()).contains("1. The law", "2. Two runs", "3. Decide", "lesson 1");
		assertThat(this.root.resolve("workshop/my")).doesNotExist();
	}

	@Test
	void lessonInChineseShouldPrintUtf8() {
		assertThat(this.bench.run("lesson", "--lang", "zh")).isZero();
		assertThat(this.bench.stdout()).contains("1. 法则", "从这里开始：");
	}

	@Test
	void lessonInChineseWhenTheTerminalHasItsOwnCharacterSetShouldUseThat() {
		Charset terminal = Charset.forName("GBK");
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		assertThat(this.bench.run(new PrintStream(bytes, true, terminal), "lesson", "--lang", "zh")).isZero();
		assertThat(bytes.toString(terminal)).contains("1. 法则", "从这里开始：");
	}

	@Test
	void lessonThatAdvisesShouldWriteThePageToTakeHome() {
		assertThat(this.bench.run("lesson", "3", "--predict", "rate=500,wait=500", "--decision", "keep it", "--lang",
				"en"))
			.isZero();
		assertThat(this.bench.stdout()).contains("advise --rate 500 --wait 500ms", "Kept: keep it");
		assertThat(this.root.resolve("workshop/my/home.md")).content().contains("keep it");
	}

	@Test
	void lessonWhenModulesAreNotBuiltShouldSaySoAndKeepThePredictions() {
		assertThat(this.bench.refusal("lesson", "1", "--predict", "50=100")).contains("tomcat-platform.jar");
		assertThat(this.root.resolve("workshop/my/notebook.json")).content().contains("\"50\": 100.0");
		assertThat(this.root.resolve("results")).doesNotExist();
	}

	@Test
	void lessonWhenItsNotesCannotBeWrittenShouldSayWhyInOneLine() throws IOException {
		Path folder = Files.writeString(this.root.resolve("workshop/my"), "a file where the folder should be");
		assertThat(this.bench.refusal("lesson", "1", "--predict", "50=100")).isEqualTo(
				"bench: the file " + folder + " cannot be read or written: something else of that name is there");
	}

	@Test
	void checkWhenNotSolvedShouldEndWithOne() {
		assertThat(this.bench.run("lesson", "1", "check")).isEqualTo(1);
		assertThat(this.root.resolve("workshop/my/1/capacity.yml")).exists();
		assertThat(this.bench.run("lesson", "1", "solution")).isEqualTo(1);
		assertThat(this.bench.run("lesson", "1", "hint")).isZero();
	}

	@Test
	void lessonWhenTheNotebookIsUnreadableShouldSayItInOneLineAndGoOn() throws IOException {
		Files.createDirectories(this.root.resolve("workshop/my"));
		Files.writeString(this.root.resolve("workshop/my/notebook.json"), "{ broken");
		assertThat(this.bench.run("lesson", "--lang", "en")).isZero();
		assertThat(this.bench.stderr().lines()).singleElement()
			.asString()
			.startsWith("bench: ")
			.contains("notebook.json:1: ", "moved to", "notebook-unreadable-1.json");
		assertThat(this.root.resolve("workshop/my/notebook-unreadable-1.json")).hasContent("{ broken");
	}

	@Test
	void lessonWhenItsFileIsWrongShouldSayWhere() throws IOException {
		Path file = this.root.resolve("workshop/1/lesson.yml");
		Files.writeString(file, Files.readString(file).replace("minutes: 5", "hour: 1\nminutes: 5"));
		assertThat(this.bench.refusal("lesson", "1")).contains("lesson.yml:1: unknown key 'hour'");
	}

}
