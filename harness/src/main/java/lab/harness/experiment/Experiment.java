package lab.harness.experiment;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A question and the arms that answer it.
 *
 * @param name name of its file, without {@code .yml}
 * @param question the question it answers
 * @param source the published work it repeats, or null
 * @param expect what it promises of each run
 * @param variants its arms, one or more
 */
public record Experiment(String name, String question, @Nullable Source source, List<Expectation> expect,
		List<Variant> variants) {

	public Experiment {
		expect = List.copyOf(expect);
		variants = List.copyOf(variants);
	}

	public Experiment withVariants(List<Variant> variants) {
		return new Experiment(this.name, this.question, this.source, this.expect, variants);
	}

}
