package lab.harness.lesson;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import lab.harness.analysis.Findings;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.Run;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Counts;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Series;
import lab.harness.report.Language;

/**
 * A checkout with the small lessons of the test resources, and a laboratory that measures
 * whatever a test has written down.
 */
final class Classroom implements Laboratory {

	private static final Path LESSONS = Path.of("src/test/resources/lessons");

	final Path root;

	/** The files of the experiments that were measured. */
	final List<Path> measured = new ArrayList<>();

	/** The checks of every run. */
	List<Check> checks = List.of();

	private final Map<String, Map<Metric, Double>> figures = new HashMap<>();

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private Language language = Language.EN;

	private String typed = "";

	private Classroom(Path root) {
		this.root = root;
	}

	/** Makes a checkout in an empty folder, of a participant with a seed. */
	static Classroom in(Path root, long seed) throws IOException {
		try (Stream<Path> files = Files.walk(LESSONS)) {
			for (Path file : files.filter(Files::isRegularFile).toList()) {
				Path copy = root.resolve("workshop").resolve(LESSONS.relativize(file).toString());
				Files.createDirectories(copy.resolveSibling(""));
				Files.copy(file, copy);
			}
		}
		Files.createDirectories(root.resolve("workshop/my"));
		Files.writeString(root.resolve("workshop/my/notebook.json"),
				"{\"form\":1,\"seed\":" + seed + ",\"lessons\":{}}");
		return new Classroom(root);
	}

	Classroom speaking(Language other) {
		this.language = other;
		return this;
	}

	/** Types lines as soon as they are asked for; after them nobody answers. */
	Classroom typing(String... lines) {
		this.typed = String.join("\n", lines) + "\n";
		return this;
	}

	/** Writes down a figure, such as 99 of {@code tomcat-platform/50}. */
	Classroom measuring(String run, Metric metric, double value) {
		this.figures.computeIfAbsent(run, (any) -> new HashMap<>()).put(metric, value);
		return this;
	}

	/** Lets a check of every run fail. */
	Classroom failing(CheckKind kind) {
		this.checks = List.of(new Check(kind, null, 0.0, "1..1", false));
		return this;
	}

	Path workshop() {
		return this.root.resolve("workshop");
	}

	LessonFile lesson(int number) {
		return LessonFile.of(LessonFile.all(workshop()), number);
	}

	/** The notebook as it is in the file. */
	Notebook notebook() throws IOException {
		return Notebook.open(this.root, (warning) -> {
			throw new AssertionError(warning);
		});
	}

	Notes notes(int lesson) throws IOException {
		return notebook().of(lesson);
	}

	LessonSession session(int lesson) throws IOException {
		return new LessonSession(lesson(lesson), notebook(), conversation(), this);
	}

	ExerciseSession exercise(int lesson) throws IOException {
		return new ExerciseSession(lesson(lesson), notebook(), conversation(), this);
	}

	AdviceSession advice(int lesson) throws IOException {
		return new AdviceSession(lesson(lesson), notebook(), conversation());
	}

	private Conversation conversation() {
		return new Conversation(this.language, new PrintStream(this.out, true, StandardCharsets.UTF_8),
				new BufferedReader(new StringReader(this.typed)), false);
	}

	/** What was said since the last call. */
	String said() {
		String text = this.out.toString(StandardCharsets.UTF_8);
		this.out.reset();
		return text;
	}

	@Override
	public Findings measure(Path file) {
		this.measured.add(file);
		Experiment experiment = ExperimentFile.read(file);
		List<Outcome> outcomes = experiment.variants()
			.stream()
			.flatMap((variant) -> variant.axis()
				.points()
				.stream()
				.map((point) -> outcome(new Run(variant.at(point), point, 1, 0))))
			.toList();
		return new Findings(experiment.name(), null, outcomes, Map.of(), List.of(), List.of(), List.of(), true,
				Map.of(), List.of());
	}

	private Outcome outcome(Run run) {
		return new Outcome(run, this.figures.getOrDefault(run.variant().name() + "/" + run.point().text(), Map.of()),
				this.checks, Map.of(), Counts.NONE, Behaviour.NONE, Series.NONE, null);
	}

}
