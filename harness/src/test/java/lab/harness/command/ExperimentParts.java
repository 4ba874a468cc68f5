package lab.harness.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import lab.harness.model.Experiment;
import lab.harness.model.ExperimentFile;
import lab.harness.model.Form;
import lab.harness.run.Campaign;
import lab.harness.run.Schedule;

/**
 * The shipped experiments in their quick form, dealt into parts that last about the same.
 *
 * @param part the experiments of one part, the longest first
 */
record ExperimentParts(List<Quick> part) {

	static final Path EXPERIMENTS = Path.of("..", "experiments").toAbsolutePath().normalize();

	private static final String ONE = "1/1";

	/**
	 * Deals the experiments, the longest first, each to the part that is the shortest so
	 * far. The same experiments are always dealt in the same way.
	 * @param part which part of how many, such as {@code 2/4}; all of them if it is empty
	 */
	static ExperimentParts of(String part) {
		String asked = part.isBlank() ? ONE : part;
		if (!asked.matches("[1-9]/[1-9]") || asked.charAt(0) > asked.charAt(2)) {
			throw new IllegalArgumentException("lab.part: '" + part + "' is not a part such as 2/4");
		}
		List<ExperimentParts> parts = IntStream.range(0, asked.charAt(2) - '0')
			.mapToObj((number) -> new ExperimentParts(new ArrayList<>()))
			.toList();
		ExperimentFile.names(EXPERIMENTS)
			.stream()
			.map(Quick::of)
			.sorted(Comparator.comparing(Quick::expected).reversed().thenComparing(Quick::name))
			.forEach((quick) -> parts.stream()
				.min(Comparator.comparing(ExperimentParts::expected))
				.ifPresent((shortest) -> shortest.part.add(quick)));
		return parts.get(asked.charAt(0) - '1');
	}

	/** The time that all runs of the part take. */
	Duration expected() {
		return this.part.stream().map(Quick::expected).reduce(Duration.ZERO, Duration::plus);
	}

	/**
	 * The quick form of an experiment.
	 *
	 * @param name its name
	 * @param expected the time that {@code bench run} expects it to take
	 */
	record Quick(String name, Duration expected) {

		static Quick of(String name) {
			Experiment quick = new Adjustments(Form.QUICK, List.of(), null, null)
				.apply(ExperimentFile.read(EXPERIMENTS.resolve(name + ".yml")));
			return new Quick(name, Campaign.expected(Schedule.of(quick, 1, 0)));
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

}
