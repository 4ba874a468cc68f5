package lab.harness.lesson;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import lab.harness.lesson.Notes.Attempts;
import lab.harness.lesson.Notes.Measured;
import lab.harness.lesson.Notes.Solved;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class NotebookTests {

	@TempDir
	private Path root;

	private final List<String> warnings = new ArrayList<>();

	private Notebook open() throws IOException {
		return Notebook.open(this.root, this.warnings::add);
	}

	@Test
	void keepShouldKeepAllNotesAndTheSeed() throws IOException {
		Notebook notebook = open();
		Notes notes = new Notes(Map.of("50", 100.0), new Measured(Map.of("50", 98.5), State.DISTURBED), 2,
				new Attempts(1, 3, Solved.WITH_SOLUTION), "we keep it");
		notebook.keep(2, notes);
		notebook.keep(1, Notes.NONE.predicting(Map.of("threads", Double.POSITIVE_INFINITY)));
		Notebook again = open();
		assertThat(again.of(2)).isEqualTo(notes);
		assertThat(again.of(1).predicted()).isEqualTo(Map.of("threads", Double.POSITIVE_INFINITY));
		assertThat(again.of(3)).isEqualTo(Notes.NONE);
		assertThat(again.seed()).isEqualTo(notebook.seed());
		assertThat(this.warnings).isEmpty();
	}

	@Test
	void openShouldWriteNothing() throws IOException {
		assertThat(open().isEmpty()).isTrue();
		assertThat(this.root).isEmptyDirectory();
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "{ \"seed\": ", "", "[]", "{ \"seed\": 1 }", "{ \"form\": 1, \"seed\": 1, \"lessons\": null }",
					"{ \"form\": 1, \"seed\": 1, \"lessons\": { \"1\": null } }",
					"{ \"form\": 1, \"seed\": 1, \"lessons\": { \"one\": {} } }" })
	void openWhenTheFileCannotBeReadShouldMoveItAsideAndSayIt(String text) throws IOException {
		Path folder = Files.createDirectories(this.root.resolve("workshop/my"));
		Path file = Files.writeString(folder.resolve("notebook.json"), text);
		assertThat(open().isEmpty()).isTrue();
		assertThat(file).doesNotExist();
		Path aside = folder.resolve("notebook-unreadable-1.json");
		assertThat(aside).hasContent(text);
		assertThat(this.warnings).singleElement()
			.asString()
			.startsWith(file + ":1: ")
			.endsWith("; moved to " + aside + ", and a new notebook begins")
			.hasLineCount(1);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
			"predicted" : { "50": 100.0 } | "predicted" : { "50": null }
			"choice": 2                   | "choice": -1
			"hints": 1                    | "hints": -1
			"checks": 3                   | "checks": -3
			""")
	void openWhenAValueIsInvalidShouldMoveItAside(String right, String wrong) throws IOException {
		Path folder = Files.createDirectories(this.root.resolve("workshop/my"));
		String valid = """
				{ "form": 1, "seed": 1, "lessons": { "1": { "predicted" : { "50": 100.0 }, "measured": null,
				"choice": 2, "attempts": { "hints": 1, "checks": 3, "solved": null }, "decision": null } } }
				""";
		Path file = Files.writeString(folder.resolve("notebook.json"), valid);
		assertThat(open().of(1).choice()).isEqualTo(2);
		Files.writeString(file, valid.replace(right, wrong));
		assertThat(open().isEmpty()).isTrue();
		assertThat(folder.resolve("notebook-unreadable-1.json")).content().contains(wrong);
	}

	@Test
	void keepWhenAnotherBenchKeptSomethingMeanwhileShouldKeepBoth() throws IOException {
		Notebook first = open();
		Notebook second = open();
		first.keep(1, Notes.NONE.predicting(Map.of("50", 100.0)));
		second.keep(2, Notes.NONE.choosing(0));
		Notebook again = open();
		assertThat(again.of(1).predicted()).isEqualTo(Map.of("50", 100.0));
		assertThat(again.of(2).choice()).isZero();
		assertThat(again.seed()).isEqualTo(first.seed());
	}

	@Test
	void openWhenANewerBenchWroteTheFileShouldMoveItAside() throws IOException {
		open().keep(1, Notes.NONE.predicting(Map.of("50", 100.0)));
		Path file = this.root.resolve("workshop/my/notebook.json");
		String newer = Files.readString(file)
			.replace("\"form\": 1", "\"form\": 2")
			.replace("\"seed\"", "\"team\": \"red\", \"seed\"");
		Files.writeString(file, newer);
		assertThat(open().isEmpty()).isTrue();
		assertThat(file.resolveSibling("notebook-unreadable-1.json")).hasContent(newer);
		assertThat(this.warnings).singleElement().asString().contains("this notebook has form 2; this bench reads 1");
	}

	@Test
	void openWhenAnotherFileWasMovedAsideShouldKeepBoth() throws IOException {
		Path folder = Files.createDirectories(this.root.resolve("workshop/my"));
		for (String text : List.of("first", "second")) {
			Files.writeString(folder.resolve("notebook.json"), text);
			open();
		}
		assertThat(folder.resolve("notebook-unreadable-1.json")).hasContent("first");
		assertThat(folder.resolve("notebook-unreadable-2.json")).hasContent("second");
	}

}
