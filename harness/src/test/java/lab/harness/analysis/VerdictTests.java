package lab.harness.analysis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import lab.harness.experiment.Experiment;
import lab.harness.experiment.Experiments;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class VerdictTests {

	private final Experiment comparison = new Experiments(Path.of("../experiments")).read("comparison");

	private final Summaries summaries = new Summaries(this.comparison);

	private final List<RunResult> runs = new ArrayList<>();

	@Test
	void wordsWhenLawIsReproducedShouldGroupWhatDoesNotDiffer() {
		add("tomcat-platform-200", 1, 399.8, 200, "request threads", true);
		add("tomcat-platform-500", 1, 998.0, 500, "users", true);
		add("tomcat-virtual", 1, 997.4, 500, "users", true);
		add("webflux", 1, 998.6, 500, "users", true);
		// least share 997.4 / 1001; 399.8 / 998.6 = 0.400; half-widths 0.74 % and 0.5 %
		// of one run of 58 s
		assertThat(words(true)).isEqualTo("500 users: webflux, tomcat-platform-500, tomcat-virtual 997 to 999 req/s, "
				+ "no difference seen, limited by 500 users; tomcat-platform-200 400 req/s, 0.400 times the fastest "
				+ "(0.397..0.404), limited by 200 request threads. "
				+ "Each reached at least 99.6 % of the ceiling that Little's law sets.");
	}

	@Test
	void wordsWhenARunIsInvalidShouldGiveNoAnswer() {
		add("webflux", 1, 998.6, 500, "users", false);
		add("tomcat-virtual", 1, 997.4, 500, "users", true);
		assertThat(words(true))
			.isEqualTo("No answer: 1 of 2 runs cannot be trusted. webflux at 500 users, round 1, failed law.");
	}

	@Test
	void wordsWhenNothingWasFinishedShouldSaySo() {
		assertThat(words(false)).isEqualTo("No answer: no run was finished.");
	}

	@Test
	void wordsWhenIncompleteShouldSaySoFirst() {
		add("webflux", 1, 998.6, 500, "users", true);
		assertThat(words(false)).startsWith("Incomplete, of the runs that were finished: 500 users: webflux 999 req/s");
	}

	@Test
	void ratioWhenRoundsDriftTogetherShouldBePairedAndNarrow() {
		// Both arms drift by 5 % from round to round, and webflux is always 1 % ahead.
		for (int round = 1; round <= 3; round++) {
			double drift = 1 + 0.05 * round;
			add("tomcat-virtual", round, 900 * drift, 500, "users", true);
			add("webflux", round, 909 * drift, 500, "users", true);
		}
		List<Summary> all = this.summaries.of(this.runs);
		Interval ratio = this.summaries.ratio(this.runs, all.getLast(), all.getFirst());
		assertThat(ratio.mean()).isCloseTo(1.01, within(1e-9));
		assertThat(ratio.high() - ratio.low()).isLessThan(1e-9);
		assertThat(ratio.spans(1)).isFalse();
		assertThat(ratio.runs()).isEqualTo(3);
		assertThat(all.getLast().throughput().low()).isLessThan(900);
	}

	@Test
	void ofShouldKeepTheOrderOfTheExperimentAndRiseByUsers() {
		add("webflux", 1, 998, 500, "users", true);
		add("tomcat-virtual", 1, 997, 500, "users", true);
		assertThat(this.summaries.of(this.runs)).extracting(Summary::variant)
			.containsExactly("tomcat-virtual", "webflux");
	}

	private String words(boolean complete) {
		return new Verdict(this.summaries, this.runs).words(complete);
	}

	private void add(String variant, int round, double throughput, int slots, String limitedBy, boolean valid) {
		double ceiling = slots * 2.002;
		this.runs.add(new RunResult(variant, 500, round, valid, 58, throughput, null, ceiling, slots * 2.0,
				throughput / ceiling, null, null, null, slots, limitedBy, null, 0, Map.of(), null, null, null, null,
				null, List.of(new Check("law", 1.0, "0.99..1.01", valid)), null));
	}

}
