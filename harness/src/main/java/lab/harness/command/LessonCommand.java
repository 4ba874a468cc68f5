package lab.harness.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

import lab.harness.analysis.Findings;
import lab.harness.lesson.AdviceSession;
import lab.harness.lesson.Conversation;
import lab.harness.lesson.ExerciseSession;
import lab.harness.lesson.HomePage;
import lab.harness.lesson.LessonFile;
import lab.harness.lesson.LessonSession;
import lab.harness.lesson.Notebook;
import lab.harness.lesson.Overview;
import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.result.Form;
import lab.harness.report.Language;
import lab.harness.run.Launcher;
import lab.harness.run.process.Jdk;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = LessonCommand.NAME, mixinStandardHelpOptions = true, sortOptions = false,
		description = "The lessons of the workshop: predict, measure, compare, solve an exercise. Without a number it "
				+ "lists them.")
final class LessonCommand implements Callable<Integer> {

	/** The word that the commands of its results have, which no record has. */
	static final String NAME = "lesson";

	private final CommandContext context;

	@Parameters(index = "0", arity = "0..1", paramLabel = "LESSON", description = "Its number, such as 1.")
	private @Nullable Integer number;

	@Parameters(index = "1", arity = "0..1", paramLabel = "ACTION",
			description = "${COMPLETION-CANDIDATES} (default: the lesson itself).")
	private @Nullable Action action;

	@Option(names = "--predict", paramLabel = "KEY=NUMBER,...",
			description = "The predictions, such as 50=10,100=-; a hyphen means: I don't know (default: asks).")
	private @Nullable String predictions;

	@Option(names = "--because", paramLabel = "N",
			description = "The answer to the question why, by its number (default: asks).")
	private @Nullable Integer because;

	@Option(names = "--decision", paramLabel = "WORDS",
			description = "The decision for your own service, in the last lesson (default: asks).")
	private @Nullable String decision;

	/** The exit code of an experiment that was stopped. */
	private int stopped;

	LessonCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() throws IOException, InterruptedException {
		try {
			return run();
		}
		catch (FileSystemException ex) {
			throw BenchCommand.unusable(ex);
		}
	}

	private int run() throws IOException, InterruptedException {
		List<LessonFile> lessons = LessonFile.all(this.context.root().resolve("workshop"));
		Notebook notebook = Notebook.open(this.context.root(),
				(warning) -> this.context.err().println("bench: " + warning));
		Conversation conversation = conversation();
		if (this.number == null) {
			requireNone("give the number of a lesson, such as: bench lesson 1");
			conversation.out().print(new Overview(lessons, notebook, conversation.language()).text());
			return 0;
		}
		LessonFile lesson = LessonFile.of(lessons, this.number);
		int code = attend(lesson, notebook, conversation);
		if (!notebook.isEmpty()) {
			Path page = new HomePage(lessons, notebook, conversation.language()).write();
			// After another lesson the line for the chat is the last one.
			if (lesson.lesson().advises()) {
				this.context.err().println("Written to " + notebook.name(page));
			}
		}
		return code;
	}

	private Conversation conversation() {
		// Since JDK 25; before, the console is read as the system writes files.
		String charset = System.getProperty("stdin.encoding", System.getProperty("native.encoding", "UTF-8"));
		Language spoken = this.context.language();
		PrintStream out = this.context.out();
		return new Conversation(spoken, new PrintStream(out, true, spoken.charset(out)),
				new BufferedReader(new InputStreamReader(System.in, Charset.forName(charset))),
				this.context.terminal().interactive() && System.console() != null);
	}

	private int attend(LessonFile lesson, Notebook notebook, Conversation conversation)
			throws IOException, InterruptedException {
		if (this.action != null) {
			requireNone("an exercise takes no predictions and no answers; leave it out");
			ExerciseSession exercise = new ExerciseSession(lesson, notebook, conversation,
					(experiment) -> measure(experiment, lesson, notebook.seed()));
			return act(this.action, exercise);
		}
		if (lesson.lesson().advises()) {
			InvalidInputException.require(this.because == null, "--because",
					"this lesson asks no question why; leave it out");
			new AdviceSession(lesson, notebook, conversation).attend(this.predictions, this.decision);
			return 0;
		}
		InvalidInputException.require(this.decision == null, "--decision",
				"only the lesson that advises takes a decision; leave it out");
		if (lesson.lesson().jdk21()) {
			// Before the participant is asked for predictions.
			LessonFile.JDKS.forEach(Jdk::find);
		}
		LessonSession session = new LessonSession(lesson, notebook, conversation,
				(experiment) -> measure(experiment, lesson, notebook.seed()));
		return session.attend(this.predictions, this.because) ? 0 : this.stopped;
	}

	private void requireNone(String otherwise) {
		InvalidInputException.require(this.predictions == null, "--predict", otherwise);
		InvalidInputException.require(this.because == null, "--because", otherwise);
		InvalidInputException.require(this.decision == null, "--decision", otherwise);
	}

	private int act(Action asked, ExerciseSession exercise) throws IOException, InterruptedException {
		boolean done = true;
		switch (asked) {
			case HINT -> exercise.hint();
			case RESET -> exercise.reset();
			case SOLUTION -> done = exercise.solution();
			case CHECK -> done = exercise.check();
		}
		return done ? 0 : (this.stopped != 0) ? this.stopped : BenchCommand.FAILED;
	}

	/** Measures an experiment once, so that a lesson takes no longer than it says. */
	private @Nullable Findings measure(Path experiment, LessonFile lesson, long seed)
			throws IOException, InterruptedException {
		ExperimentFile file = new ExperimentFile(experiment);
		file.checkLoopback();
		Launcher launcher = new Launcher(this.context.root(), Jdk.current());
		file.checkEndpoints(launcher::endpoints);
		List<String> command = List.of("./bench", NAME, String.valueOf(lesson.number()));
		ExperimentRun run = ExperimentRun.prepare(this.context, file.experiment(),
				new ExperimentRun.Plan(Form.FULL, 1, 0, seed, null, command), launcher,
				new ProgressLine(this.context.terminal(), InstantSource.system()));
		AtomicReference<@Nullable Findings> measured = new AtomicReference<>();
		this.stopped = run.run((findings) -> {
			measured.set(findings);
			return 0;
		});
		return measured.get();
	}

	/**
	 * An action on an exercise.
	 */
	enum Action {

		HINT, CHECK, RESET, SOLUTION;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
