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

	@Test
	void wordsWhenNoArmIsLimitedByItsThreadsShouldSayThatTheOthersGainNothing() {
		add("tomcat-platform-200", 100, 199.7, 100, "users", 200, null, 0.4);
		add("tomcat-virtual", 100, 199.9, 100, "users", null, null, 0.3);
		add("webflux", 100, 199.5, 100, "users", null, null, 0.2);
		assertThat(words(true)).isEqualTo("100 users: tomcat-virtual, tomcat-platform-200, webflux 200 req/s, "
				+ "no difference seen, limited by 100 users. "
				+ "Each reached at least 99.6 % of the ceiling that Little's law sets. "
				+ "200 request threads are no limit here: nothing is gained by virtual threads and WebFlux.");
	}

	@Test
	void wordsWhenTheSameHoldsAtEveryLoadPointShouldSayItOnce() {
		for (int users : new int[] { 10, 100 }) {
			add("tomcat-platform-200", users, 2 * users, users, "users", 200, null, 0.4);
			add("webflux", users, 2 * users, users, "users", null, null, 0.2);
		}
		assertThat(words(true)).startsWith("No knee up to 100 users: tomcat-platform-200, webflux. 10 users: ")
			.containsOnlyOnce("no limit here")
			.endsWith("200 request threads are no limit here: nothing is gained by WebFlux.");
	}

	@Test
	void wordsWhenAnArmIsFasterThoughNoThreadsLimitItShouldSayByHowMuch() {
		add("tomcat-platform-200", 100, 190, 100, "users", 200, null, null);
		add("tomcat-virtual", 100, 190.1, 100, "users", null, null, null);
		add("webflux", 100, 199.5, 100, "users", null, null, null);
		// 199.5 / 190 = 1.05; half-widths 1.08 % and 1.05 % of one run of 58 s
		assertThat(words(true)).endsWith("200 request threads are no limit here: "
				+ "webflux is 1.050 times tomcat-platform-200 (1.034..1.066), the others gain nothing.");
	}

	@Test
	void wordsWhenTheCpuLimitsEveryArmShouldSaySoAndSetItAgainstItsCeiling() {
		add("tomcat-platform-200", 2000, 980, 200, "CPU", 200, 1000.0, null);
		add("tomcat-platform-500", 2000, 980, 500, "CPU", 500, 1000.0, null);
		add("webflux", 2000, 980, 2000, "CPU", null, 1000.0, null);
		assertThat(words(true)).isEqualTo("2000 users: tomcat-platform-200, tomcat-platform-500, webflux 980 req/s, "
				+ "no difference seen, limited by CPU (98.0 % of the 1000 req/s forecast from the cost of a request). "
				+ "The CPU is the limit of every arm: nothing is gained by more request threads and WebFlux.");
	}

	@Test
	void wordsWhenThereAreLoadPointsShouldNameEachKneeFirst() {
		add("tomcat-platform-200", 100, 199.7, 100, "users", 200, 3400.0, null);
		add("tomcat-platform-200", 2000, 399.7, 200, "request threads", 200, 3400.0, null);
		add("webflux", 100, 199.7, 100, "users", null, 3400.0, null);
		add("webflux", 2000, 3300, 2000, "CPU", null, 3400.0, null);
		add("tomcat-virtual", 100, 199.7, 100, "users", null, null, null);
		add("tomcat-virtual", 2000, 3990, 2000, "users", null, null, null);
		assertThat(words(true))
			.startsWith("The knee of tomcat-platform-200 is at 200 users: request threads. "
					+ "The knee of webflux is between 100 and 2000 users: CPU. "
					+ "No knee up to 2000 users: tomcat-virtual. 100 users: ")
			.contains("2000 users: tomcat-virtual 3990 req/s, limited by 2000 users; webflux 3300 req/s, 0.827 times")
			.endsWith("limited by 200 request threads. "
					+ "Each of the others reached at least 99.6 % of the ceiling that Little's law sets.");
	}

	@Test
	void wordsWhenKneesAreAlikeShouldSayItOnce() {
		for (String variant : List.of("webflux", "tomcat-virtual")) {
			add(variant, 100, 199.7, 100, "users", null, 3400.0, null);
			add(variant, 2000, 3300, 2000, "CPU", null, 3400.0, null);
		}
		assertThat(words(true))
			.startsWith("The knee of tomcat-virtual, webflux is between 100 and 2000 users: CPU. 100");
	}

	@Test
	void wordsWhenTheCpuLimitsAGroupShouldGiveTheRangeOfItsForecasts() {
		add("webflux", 2000, 980, 2000, "CPU", null, 1000.0, null);
		add("tomcat-virtual", 2000, 980, 2000, "CPU", null, 1400.0, null);
		assertThat(words(true))
			.contains("limited by CPU (70.0 to 98.0 % of the 1000 to 1400 req/s forecast from the cost of a request).");
	}

	private void add(String variant, int round, double throughput, int slots, String limitedBy, boolean valid) {
		this.runs.add(run(variant, 500, round, throughput, slots, limitedBy, null, null, null, valid));
	}

	private void add(String variant, int users, double throughput, int slots, String limitedBy,
			@Nullable Integer threads, @Nullable Double cpuCeiling, @Nullable Double cpuMillis) {
		this.runs.add(run(variant, users, 1, throughput, slots, limitedBy, threads, cpuCeiling, cpuMillis, true));
	}

	private static RunResult run(String variant, int users, int round, double throughput, int slots, String limitedBy,
			@Nullable Integer threads, @Nullable Double cpuCeiling, @Nullable Double cpuMillis, boolean valid) {
		double ceiling = slots * 2.002;
		return new RunResult(variant, users, round, valid, 58, throughput, null, ceiling, slots * 2.0,
				throughput / ceiling, cpuCeiling, null, threads, slots, limitedBy, null, 0, Map.of(),
				(cpuMillis != null) ? new CpuCost(cpuMillis, 0.1, 0.2) : null, null, null, null, null, null,
				List.of(new Check("law", 1.0, "0.99..1.01", valid)), null);
	}

}
