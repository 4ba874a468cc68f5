package lab.harness.experiment;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A question and the arms that answer it.
 *
 * @param name name of its file, without {@code .yml}
 * @param question the question it answers
 * @param source the published work it repeats, or null
 * @param cores which processors the processes of a run may use; results of before this
 * was a question have none, and shared them
 * @param expect what it promises of each run
 * @param variants its arms, one or more
 * @param prediction what was expected before the run, or null
 */
public record Experiment(String name, String question, @Nullable Source source, Cores cores, List<Expectation> expect,
		List<Variant> variants, @Nullable Prediction prediction) {

	public Experiment {
		cores = Objects.requireNonNullElse(cores, Cores.SHARED);
		expect = List.copyOf(expect);
		variants = List.copyOf(variants);
	}

	public Experiment withVariants(List<Variant> variants) {
		return new Experiment(this.name, this.question, this.source, this.cores, this.expect, variants,
				this.prediction);
	}

}
