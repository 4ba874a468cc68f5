package lab.harness.lesson;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import lab.harness.model.YamlFile;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.report.Language;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;

/**
 * Reads a lesson from its folder {@code workshop/N}. What is wrong, a figure that no
 * experiment of the lesson measures among it, is refused with file and line.
 */
public final class LessonFile extends YamlFile {

	/** The JDKs of a lesson that compares an older one. */
	public static final List<Integer> JDKS = List.of(21, 25);

	private static final String FILE = "lesson.yml";

	private static final Pattern NUMBER = Pattern.compile("[1-9]\\d?");

	private static final Pattern HEAD = Pattern.compile("# \\d+\\. (.*)");

	private final Path folder;

	private final int number;

	private final Lesson lesson;

	private LessonFile(Path folder) {
		super(folder.resolve(FILE));
		this.folder = folder;
		this.number = Integer.parseInt(String.valueOf(folder.getFileName()));
		try {
			this.lesson = YAML.treeToValue(tree(), Lesson.class);
		}
		catch (JacksonException ex) {
			throw refused(ex);
		}
		requireFigures();
	}

	/**
	 * All lessons, in their order.
	 * @param workshop the folder of the workshop
	 */
	public static List<LessonFile> all(Path workshop) {
		return numbers(workshop).stream().map((number) -> new LessonFile(workshop.resolve(number.toString()))).toList();
	}

	/**
	 * One of all lessons.
	 * @throws InvalidInputException if there is no such lesson
	 */
	public static LessonFile of(List<LessonFile> all, int number) {
		return all.stream()
			.filter((lesson) -> lesson.number() == number)
			.findFirst()
			.orElseThrow(() -> new InvalidInputException("there is no lesson " + number + "; accepted: "
					+ all.stream().map((lesson) -> String.valueOf(lesson.number())).collect(Collectors.joining(", "))));
	}

	private static List<Integer> numbers(Path workshop) {
		try (Stream<Path> folders = Files.list(workshop)) {
			return folders.filter((folder) -> Files.isRegularFile(folder.resolve(FILE)))
				.map((folder) -> String.valueOf(folder.getFileName()))
				.filter(NUMBER.asMatchPredicate())
				.map(Integer::valueOf)
				.sorted()
				.toList();
		}
		catch (IOException ex) {
			throw new InvalidInputException(
					"the folder " + workshop + " cannot be read: " + InvalidInputException.reason(ex), ex);
		}
	}

	public Path folder() {
		return this.folder;
	}

	public int number() {
		return this.number;
	}

	public Lesson lesson() {
		return this.lesson;
	}

	/** Its title, the head of its page, such as {@code The law}. */
	public String title(Language language) {
		Path page = this.folder.resolve((language == Language.ZH) ? "lesson.zh-CN.md" : "lesson.md");
		try (Stream<String> lines = Files.lines(page)) {
			return lines.map(HEAD::matcher)
				.filter((head) -> head.matches())
				.map((head) -> head.group(1))
				.findFirst()
				.orElse("");
		}
		catch (IOException ex) {
			throw new InvalidInputException(page + " cannot be read: " + InvalidInputException.reason(ex), ex);
		}
	}

	/** The experiments that it measures. */
	public List<Path> runs() {
		return this.lesson.run().stream().map(this.folder::resolve).toList();
	}

	/** The experiments that it and its exercise measure. */
	public List<Path> experiments() {
		Exercise exercise = this.lesson.exercise();
		return Stream
			.concat(runs().stream(),
					Stream.ofNullable((exercise != null) ? exercise.run() : null).map(this.folder::resolve))
			.toList();
	}

	/** The solution of its exercise. */
	Path solution(String file) {
		return this.folder.resolve("solution").resolve(file);
	}

	/** Every figure is measured by an experiment, and every file is there. */
	private void requireFigures() {
		List<Experiment> runs = runs().stream().map((run) -> experiment("run", run)).toList();
		for (int i = 0; i < this.lesson.predict().size(); i++) {
			Figure figure = this.lesson.predict().get(i).figure();
			if (figure != null) {
				requireIn(figure, runs, "/predict/" + i);
			}
		}
		Exercise exercise = this.lesson.exercise();
		if (exercise == null || exercise.run() == null || exercise.file() == null) {
			return;
		}
		Experiment measured = experiment("exercise", this.folder.resolve(exercise.run()));
		for (int i = 0; i < exercise.checks().size(); i++) {
			requireIn(exercise.checks().get(i).figure(), List.of(measured), "/exercise/checks/" + i);
		}
		for (Path file : List.of(this.folder.resolve(exercise.file()), solution(exercise.file()))) {
			if (!Files.isRegularFile(file)) {
				throw at(JsonPointer.compile("/exercise/file"), "file: there is no file '" + file + "'", null);
			}
		}
	}

	/** Adds the key of the lesson that names a file to what is wrong in that file. */
	private Experiment experiment(String key, Path run) {
		try {
			return ExperimentFile.read(run);
		}
		catch (InvalidInputException ex) {
			throw at(JsonPointer.empty().appendProperty(key), key + ": " + ex.getMessage(), ex);
		}
	}

	private void requireIn(Figure figure, List<Experiment> experiments, String place) {
		if (!figure.isIn(experiments)) {
			throw at(JsonPointer.compile(place + "/figure"), "figure: nothing measures '" + figure + "' in "
					+ experiments.stream().map(Experiment::name).collect(Collectors.joining(", ")), null);
		}
	}

}
