package lab.harness.lesson;

import java.io.File;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

import lab.harness.report.Language;
import lab.harness.report.Table;
import lab.harness.report.Table.Cell;
import lab.harness.report.Table.Field;
import lab.harness.report.Text;
import org.jspecify.annotations.Nullable;

/**
 * The predictions of a participant beside the law and what was measured.
 */
record Comparison(Lesson lesson, Notes notes, Language language) {

	private static final String NOTHING = "-";

	Table table() {
		List<Field<Question>> fields = List.of(
				Field.text(Phrase.QUESTION.in(this.language), (question) -> question.ask().in(this.language)),
				Field.text(Phrase.UNIT.in(this.language), (question) -> question.unit(this.language)),
				figures(Phrase.YOU, (question) -> number(this.notes.prediction(question))),
				figures(Phrase.LAW, (question) -> number(question.law())),
				figures(Phrase.MEASURED, (question) -> number(this.notes.measured(question))),
				figures(Phrase.OFF_BY, this::offBy));
		return Table.of("", this.lesson.predict(), fields);
	}

	private Field<Question> figures(Phrase head, Function<Question, String> figure) {
		return Field.figures(head.in(this.language), "", (question) -> Cell.figure(figure.apply(question)));
	}

	/** How many figures were predicted. */
	int predicted() {
		return (int) this.lesson.predict().stream().filter((question) -> {
			Double prediction = this.notes.prediction(question);
			return prediction != null && question.isPredicted(prediction);
		}).count();
	}

	/**
	 * The part of what was measured that the law does not say, such as {@code +0.4 %}.
	 */
	private String offBy(Question question) {
		Double measured = this.notes.measured(question);
		Double per = (measured != null) ? question.offBy(measured) : null;
		return (per == null) ? NOTHING : String.format(Locale.ROOT, "%+.1f", Math.round(10 * per) / 10.0)
				+ ((this.language == Language.ZH) ? "%" : " %");
	}

	/**
	 * A line for a chat, such as
	 * {@code L1 win 25 | 10 500 20 500 - - | 98 2010 199 1004 401 498 | ok}: lesson,
	 * system and JDK, predictions, measured figures, and whether they count.
	 */
	String line(int number) {
		return "L" + number + " " + system() + " " + System.getProperty("java.specification.version") + " | "
				+ numbers(this.notes::prediction) + " | " + numbers(this.notes::measured) + " | "
				+ ((this.notes.measured() != null) ? this.notes.measured().state() : NOTHING);
	}

	private static String system() {
		return (File.separatorChar == '\\') ? "win"
				: System.getProperty("os.name", "").startsWith("Mac") ? "mac" : "linux";
	}

	private String numbers(Function<Question, @Nullable Double> figure) {
		return this.lesson.predict()
			.stream()
			.map((question) -> number(figure.apply(question)))
			.collect(Collectors.joining(" "));
	}

	static String number(@Nullable Double value) {
		return (value != null) ? Text.rounded(value) : NOTHING;
	}

}
