package lab.harness.lesson;

import java.util.List;

import lab.harness.lesson.Notes.Solved;
import lab.harness.report.Language;
import lab.harness.report.Table;
import lab.harness.report.Table.Cell;
import lab.harness.report.Table.Field;

/**
 * All lessons, with what a participant predicted, measured and solved.
 */
public record Overview(List<LessonFile> lessons, Notebook notebook, Language language) {

	private static final String NOTHING = "-";

	/** The lessons as a table for a terminal, and the command to begin with. */
	public String text() {
		List<Field<LessonFile>> fields = List.of(
				Field.text(words(Phrase.LESSON), (file) -> file.number() + ". " + file.title(this.language)),
				Field.figures(words(Phrase.MINUTES), "", (file) -> Cell.number(file.lesson().minutes(), 0)),
				Field.text(words(Phrase.PREDICTIONS), this::predicted),
				Field.text(words(Phrase.MEASURED), this::measured), Field.text(words(Phrase.SOLUTIONS), this::solved));
		String next = this.lessons.stream()
			.filter((file) -> notes(file).equals(Notes.NONE))
			.findFirst()
			.map((file) -> Phrase.NEXT.in(this.language, Conversation.bench("lesson " + file.number())) + "\n")
			.orElse("");
		return Table.of("", this.lessons, fields).text() + next;
	}

	private String words(Phrase phrase) {
		return phrase.in(this.language);
	}

	private Notes notes(LessonFile file) {
		return this.notebook.of(file.number());
	}

	/** Whether a prediction is right is told after the run. */
	private String predicted(LessonFile file) {
		Notes notes = notes(file);
		if (notes.predicted() == null) {
			return NOTHING;
		}
		if (file.lesson().advises()) {
			return notes.predicted().containsKey(Lesson.LIMIT) ? Comparison.number(notes.predicted().get(Lesson.LIMIT))
					: NOTHING;
		}
		int all = file.lesson().predict().size();
		return (notes.measured() != null) ? new Comparison(file.lesson(), notes, this.language).predicted() + "/" + all
				: "?/" + all;
	}

	private String measured(LessonFile file) {
		Notes.Measured measured = notes(file).measured();
		return (measured != null) ? words(Phrase.valueOf("STATE_" + measured.state().name())) : NOTHING;
	}

	private String solved(LessonFile file) {
		Notes notes = notes(file);
		Solved solved = notes.attempts().solved();
		if (solved != null) {
			return solution(solved, this.language);
		}
		return (notes.decision() != null) ? notes.decision()
				: (notes.attempts().checks() > 0) ? words(Phrase.NOT_SOLVED) : NOTHING;
	}

	static String solution(Solved how, Language language) {
		return ((how == Solved.ALONE) ? Phrase.SOLVED : Phrase.SOLVED_WITH_SOLUTION).in(language);
	}

}
