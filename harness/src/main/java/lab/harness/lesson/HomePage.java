package lab.harness.lesson;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.lesson.Notes.Solved;
import lab.harness.lesson.Why.Choice;
import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.report.Language;
import lab.harness.report.Table;

/**
 * The page to take home, in Markdown: predictions beside law and measured figures, the
 * sentences to remember, the participant's decision, what to do on Monday, and their
 * files.
 */
public record HomePage(List<LessonFile> lessons, Notebook notebook, Language language) {

	private static final String FILE = "home.md";

	/** Longer than any that a file of an exercise holds. */
	private static final String FENCE = "````````";

	/**
	 * Writes the page.
	 * @return its path
	 */
	public Path write() throws IOException {
		Path page = this.notebook.folder().resolve(FILE);
		DataFile.replace(page, text());
		return page;
	}

	String text() {
		String body = this.lessons.stream()
			.filter((file) -> !notes(file).equals(Notes.NONE))
			.map(this::lesson)
			.collect(Collectors.joining());
		String decision = this.lessons.stream()
			.map((file) -> notes(file).decision())
			.flatMap(Stream::ofNullable)
			.findFirst()
			.map((words) -> "## " + words(Phrase.MY_DECISION) + "\n\n" + Table.escape(words) + "\n\n")
			.orElse("");
		return "# " + words(Phrase.PAGE_TITLE) + "\n\n" + body + decision + monday() + files();
	}

	private String lesson(LessonFile file) {
		Lesson lesson = file.lesson();
		Notes notes = notes(file);
		StringBuilder page = new StringBuilder("## " + file.number() + ". " + file.title(this.language) + "\n\n");
		if (notes.predicted() != null && !lesson.advises()) {
			page.append(new Comparison(lesson, notes, this.language).table().markdown()).append('\n');
		}
		if (notes.predicted() != null && lesson.advises()) {
			AdviceSession.limits(notes.predicted(), this.language)
				.ifPresent((limits) -> page.append(limits).append("\n\n"));
		}
		Choice choice = (lesson.why() != null) ? lesson.why().choice(notes.choice()) : null;
		if (choice != null) {
			page.append(Phrase.MY_ANSWER.in(this.language, choice.text().in(this.language)))
				.append(' ')
				.append((choice.right() ? Phrase.RIGHT : Phrase.WRONG).in(this.language,
						choice.because().in(this.language)));
			if (!choice.right()) {
				Choice right = Objects.requireNonNull(lesson.why()).right();
				page.append(' ')
					.append(Phrase.RIGHT_IS.in(this.language, right.text().in(this.language),
							right.because().in(this.language)));
			}
			page.append("\n\n");
		}
		if (notes.measured() != null || lesson.advises()) {
			lesson.takeHome().forEach((words) -> page.append("- ").append(words.in(this.language)).append('\n'));
			page.append(lesson.takeHome().isEmpty() ? "" : "\n");
		}
		page.append(solution(file, notes));
		return page.toString();
	}

	private String solution(LessonFile file, Notes notes) {
		Exercise exercise = file.lesson().exercise();
		if (exercise == null || exercise.file() == null) {
			return "";
		}
		Path own = this.notebook.file(file.number(), exercise.file());
		Solved solved = notes.attempts().solved();
		String predicted = exercise.questions()
			.stream()
			.map((question) -> notes.prediction(question))
			.flatMap(Stream::ofNullable)
			.map(Comparison::number)
			.collect(Collectors.joining(", "));
		return Files.exists(own) ? Phrase.MY_FILE.in(this.language,
				(solved != null) ? Overview.solution(solved, this.language) : words(Phrase.NOT_SOLVED),
				this.notebook.name(own)) + (predicted.isEmpty() ? "" : Phrase.MY_FIGURES.in(this.language, predicted))
				+ "\n\n" : "";
	}

	/** The commands to repeat at work, with the figures of the participant's service. */
	private String monday() {
		String advise = this.lessons.stream()
			.filter((file) -> file.lesson().advises() && notes(file).predicted() != null)
			.map((file) -> Conversation.bench(AdviceSession.options(notes(file))) + "\n")
			.collect(Collectors.joining());
		return "## " + words(Phrase.MONDAY) + "\n\n" + words(Phrase.MONDAY_WORDS) + "\n\n```\n" + advise
				+ Conversation.bench("init --jar target/orders.jar --path /orders/42") + "\n```\n";
	}

	/** The files of the participant, since the folder stays behind. */
	private String files() {
		StringBuilder files = new StringBuilder();
		for (LessonFile lesson : this.lessons) {
			Exercise exercise = lesson.lesson().exercise();
			if (exercise != null && exercise.file() != null) {
				Path own = this.notebook.file(lesson.number(), exercise.file());
				files.append(Files.isRegularFile(own) ? file(own) : "");
			}
		}
		return files.isEmpty() ? "" : "\n## " + words(Phrase.MY_FILES) + "\n" + files;
	}

	private String file(Path own) {
		try {
			return "\n`" + this.notebook.name(own) + "`\n\n" + FENCE + "\n" + DataFile.text("file", own).strip() + "\n"
					+ FENCE + "\n";
		}
		catch (InvalidInputException ex) {
			// The check of its exercise says what is wrong with it.
			return "";
		}
	}

	private String words(Phrase phrase) {
		return phrase.in(this.language);
	}

	private Notes notes(LessonFile file) {
		return this.notebook.of(file.number());
	}

}
