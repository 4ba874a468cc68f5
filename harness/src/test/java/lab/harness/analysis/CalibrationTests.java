package lab.harness.analysis;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.analysis.ClosedLoop.Simulated;
import lab.harness.analysis.SimulatedCampaign.Cost;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Effect;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.result.EffectOutcome;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.EffectResult;
import lab.harness.model.result.Result.Interval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The claims of the analysis about simulated campaigns, whose truth is known. The figures
 * of {@code docs/reviewers/calibration.md} are those of {@code -Dlab.campaigns=5000}.
 */
class CalibrationTests {

	private static final int CAMPAIGNS = Integer.getInteger("lab.campaigns", 200);

	private static final Cost CHEAP = new Cost("cheap", Cost.losing(0.002), 4);

	private static final Cost MIDDLE = new Cost("middle", Cost.losing(0.004), 5);

	private static final Cost DEAR = new Cost("dear", Cost.losing(0.007), 6);

	/** The effect with the truth as its limit, which no interval should decide. */
	private static final Effect AT_LIMIT = new Effect(Metric.APP_CPU, Map.of(Effect.VARIANT, "dear"),
			Map.of(Effect.VARIANT, "cheap"), DEAR.cpuOver(CHEAP), null, Effect.Needs.NOTHING, false, null);

	@ParameterizedTest
	@ValueSource(strings = { "uniform 0ms..1000ms", "exponential 500ms" })
	void intervalsShouldCoverTheTruthAtTheirLevel(String delays) {
		Cost cheap = CHEAP.behind(delays);
		Cost middle = MIDDLE.behind(delays);
		Cost dear = DEAR.behind(delays);
		SimulatedCampaign campaign = new SimulatedCampaign(List.of(cheap, middle, dear));
		Experiment ofCpu = campaign.experiment(Metric.APP_CPU, List.of(AT_LIMIT), cheap, middle, dear);
		Experiment atCeiling = campaign.experiment(Metric.THROUGHPUT, List.of(), cheap, middle, dear);
		Experiment ofTwo = campaign.experiment(Metric.THROUGHPUT, List.of(), cheap, dear);
		List<List<String>> pairs = List.of(List.of("middle", "cheap"), List.of("dear", "cheap"));
		Experiment naming = campaign.naming(pairs);
		Coverage cpu = new Coverage("app CPU, ratio of two variants");
		Coverage named = new Coverage("app CPU, ratio of two variants, named with the error of all");
		Coverage effects = new Coverage("effect whose limit is the truth, undecided");
		Coverage loss = new Coverage("loss, difference of two variants");
		Coverage throughput = new Coverage("throughput, mean of a variant");
		int found = 0;
		for (int seed = 0; seed < CAMPAIGNS; seed++) {
			List<Outcome> outcomes = outcomes(campaign, seed);
			Claims claims = new Claims(ofCpu, outcomes);
			Claims ceiling = new Claims(atCeiling, outcomes);
			for (List<Cost> pair : List.of(List.of(middle, cheap), List.of(dear, cheap), List.of(dear, middle))) {
				Cost one = pair.getFirst();
				Cost other = pair.getLast();
				cpu.add(claims.level(), claims.ratio(Metric.APP_CPU, one.variant(), other.variant()),
						one.cpuOver(other));
				loss.add(ceiling.level(), ceiling.difference(Metric.LOSS, one.variant(), other.variant()),
						one.loss() - other.loss());
			}
			Claims ofNamed = new Claims(naming, outcomes);
			named.add(ofNamed.level(), ofNamed.claimed("middle", "cheap"), middle.cpuOver(cheap));
			named.add(ofNamed.level(), ofNamed.claimed("dear", "cheap"), dear.cpuOver(cheap));
			for (EffectResult effect : claims.effects()) {
				effects.add(claims.level(), effect.outcome() == EffectOutcome.UNDECIDED);
			}
			for (Cost cost : campaign.costs()) {
				throughput.add(0.95, claims.mean(Metric.THROUGHPUT, cost.variant()), cost.throughput());
			}
			found += new Claims(ofTwo, outcomes).anyDifference() ? 1 : 0;
		}
		System.out.printf(Locale.ROOT, "%s: a loss of 0.7 %% against 0.2 %% is found in %.1f %% of %d campaigns%n",
				delays, 100.0 * found / CAMPAIGNS, CAMPAIGNS);
		Stream.of(cpu, named, effects, loss, throughput).forEach(System.out::println);
		assertThat(found).isGreaterThanOrEqualTo((int) Math.ceil(0.95 * CAMPAIGNS));
		assertThat(List.of(cpu, named, effects, loss, throughput)).allSatisfy(Coverage::check);
	}

	@Test
	void equalVariantsShouldRarelyBeToldApart() {
		Cost second = new Cost("second", CHEAP.appMillis(), CHEAP.cpuMillis());
		Cost third = new Cost("third", CHEAP.appMillis(), CHEAP.cpuMillis());
		SimulatedCampaign campaign = new SimulatedCampaign(List.of(CHEAP, second, third));
		List<Experiment> experiments = Stream
			.concat(Stream.of(Metric.APP_CPU, Metric.THROUGHPUT)
				.flatMap((metric) -> Stream.of(campaign.experiment(metric, List.of(), CHEAP, second),
						campaign.experiment(metric, List.of(), CHEAP, second, third))),
					Stream.of(campaign.naming(List.of(List.of("second", "cheap"), List.of("third", "cheap")))))
			.toList();
		int[] apart = new int[experiments.size()];
		for (int seed = 0; seed < CAMPAIGNS; seed++) {
			List<Outcome> outcomes = outcomes(campaign, seed);
			for (int one = 0; one < apart.length; one++) {
				apart[one] += new Claims(experiments.get(one), outcomes).anyDifference() ? 1 : 0;
			}
		}
		for (int one = 0; one < apart.length; one++) {
			System.out.printf(Locale.ROOT,
					"%d equal variants, compared by %s, are told apart in %.1f %% of %d campaigns%n",
					experiments.get(one).variants().size(), experiments.get(one).compare().metric(),
					100.0 * apart[one] / CAMPAIGNS, CAMPAIGNS);
		}
		assertThat(IntStream.of(apart).max().orElseThrow()).isLessThanOrEqualTo(mostByChance(0.05));
	}

	/** The files hold whole milliseconds, as the rows in memory do. */
	@Test
	void campaignThroughFilesShouldAgreeWithMemory(@TempDir Path folder) {
		SimulatedCampaign campaign = new SimulatedCampaign(List.of(CHEAP, MIDDLE));
		for (int seed = 0; seed < 20; seed++) {
			Path result = folder.resolve("campaign-" + seed);
			campaign.write(seed, result);
			Findings findings = Analysis.of(result);
			List<Outcome> outcomes = outcomes(campaign, seed);
			assertThat(findings.valid()).isTrue();
			for (int run = 0; run < outcomes.size(); run++) {
				assertThat(findings.outcomes().get(run).run()).isEqualTo(outcomes.get(run).run());
				assertThat(findings.outcomes().get(run).figures()).containsAllEntriesOf(outcomes.get(run).figures());
			}
			assertThat(findings.claims()).isEqualTo(new Claims(campaign.experiment(), outcomes).verdict());
		}
	}

	private static List<Outcome> outcomes(SimulatedCampaign campaign, long seed) {
		return campaign.runs(seed).stream().map(Simulated::outcome).toList();
	}

	/**
	 * The most of the campaigns in which something of this probability happens: two
	 * standard errors above it. Equal variants are told apart in exactly 5 % if all is
	 * right, so half of all sets of seeds would exceed 5 % itself.
	 */
	private static int mostByChance(double probability) {
		return (int) (CAMPAIGNS * probability + 2 * Math.sqrt(CAMPAIGNS * probability * (1 - probability)));
	}

	/** How often a claim of a stated level is right. */
	private static final class Coverage {

		private final String name;

		private double level;

		private int claims;

		private int right;

		Coverage(String name) {
			this.name = name;
		}

		void add(double level, Interval interval, double truth) {
			add(level, Statistics.known(interval.low()) <= truth && truth <= Statistics.known(interval.high()));
		}

		void add(double level, boolean right) {
			this.level = level;
			this.claims++;
			this.right += right ? 1 : 0;
		}

		void check() {
			assertThat((double) this.right / this.claims).as(toString())
				.isBetween(this.level - 0.02, this.level + 0.02);
		}

		@Override
		public String toString() {
			return String.format(Locale.ROOT, "%s: right in %.1f %% of %d, level %.2f %%", this.name,
					100.0 * this.right / this.claims, this.claims, 100 * this.level);
		}

	}

}
