package lab.harness.lesson;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

import lab.harness.model.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * The exercise of a lesson: a file with a mistake or a gap, and the figures that it must
 * reach. Or the advice of the law with the participant's own figures.
 *
 * @param run the experiment that measures it; null for advice
 * @param file what the participant changes, the experiment or a Java file that it starts;
 * null for advice
 * @param keep the keys of the experiment that may not be changed
 * @param predict whether the values of the checks are asked before they are measured
 * @param checks the figures that it must reach
 * @param hints shown one by one
 * @param advise whether it is the advice of {@code bench advise}
 */
public record Exercise(Words ask, @Nullable String run, @Nullable String file, List<String> keep, boolean predict,
		List<FigureTest> checks, List<Words> hints, boolean advise) {

	/** A file beside the lesson. */
	private static final Pattern FILE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]*\\.(yml|java)");

	private static final String LOAD = "load";

	public Exercise {
		keep = List.copyOf(Objects.requireNonNullElse(keep, List.of()));
		checks = List.copyOf(Objects.requireNonNullElse(checks, List.of()));
		hints = List.copyOf(Objects.requireNonNullElse(hints, List.of()));
		InvalidInputException.require(ask != null, "ask", "'ask' is required");
		requireFile("run", run, advise);
		InvalidInputException.require(!predict || checks.stream().anyMatch((check) -> check.is() != null), "predict",
				"no check has 'is', the figure to predict");
		requireFile("file", file, advise);
		InvalidInputException.require(advise == checks.isEmpty(), "checks",
				advise ? "advice has no checks" : "'checks' is required: the figures that the exercise must reach");
		InvalidInputException.require(file == null || isJava(file) || file.equals(run), "file",
				"it is the experiment of 'run', or a Java file");
		InvalidInputException.require(keep.isEmpty() || (file != null && !isJava(file)), "keep",
				"only an experiment has keys to keep");
	}

	/** The figures that are asked before the first check. */
	List<Question> questions() {
		return this.predict
				? this.checks.stream().filter((check) -> check.is() != null).map(FigureTest::question).toList()
				: List.of();
	}

	private static void requireFile(String key, @Nullable String name, boolean advise) {
		InvalidInputException.require((name == null) == advise, key,
				advise ? "advice has no '" + key + "'" : "'" + key + "' is required");
		InvalidInputException.require(name == null || FILE.matcher(name).matches(), key,
				"'" + name + "' is no file beside the lesson; write one such as capacity.yml or Bulkhead.java");
	}

	private static boolean isJava(String file) {
		return file.endsWith(".java");
	}

	/** Whether the participant changes a Java file. */
	boolean isJava() {
		return isJava(String.valueOf(this.file));
	}

	/** The keys to compare: an axis can replace what a load says. */
	List<String> kept() {
		List<String> kept = new ArrayList<>(this.keep);
		if (kept.contains(LOAD)) {
			kept.add("axis");
		}
		return kept.stream().distinct().toList();
	}

}
