package lab.harness.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.analysis.ClosedLoop.Simulated;
import lab.harness.model.DataFile;
import lab.harness.model.Metric;
import lab.harness.model.experiment.About;
import lab.harness.model.experiment.Compare;
import lab.harness.model.experiment.Cores;
import lab.harness.model.experiment.Effect;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Run;
import lab.harness.model.result.Environment;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Form;
import lab.harness.model.result.Manifest;
import lab.harness.model.result.Software;
import lab.harness.run.Schedule;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A campaign of five rounds, simulated. Each run has JVMs of its own, whose cost differs
 * by a random log-normal factor, and the speed of the machine is a random walk from run
 * to run. The order of the runs and the seeds of the rounds are those of a real campaign.
 *
 * @param costs the variants, with the median costs of their requests
 */
record SimulatedCampaign(List<Cost> costs) {

	static final int ROUNDS = 5;

	private static final int SLOTS = 20;

	private static final double MEAN_DELAY = 500;

	/** Standard deviation of the logarithm of the cost of a JVM. */
	private static final double BETWEEN_JVMS = 0.1;

	/** Standard deviation of the logarithm of a step of the machine's speed. */
	private static final double DRIFT = 0.02;

	private static ClosedLoop loop(String variant, String delays) {
		return new ClosedLoop(variant, 30, SLOTS, delays, 0, 12);
	}

	/** The experiment that compares some of its variants. */
	Experiment experiment(Metric compare, List<Effect> effects, Cost... costs) {
		return new Experiment("simulated", new About("?", About.Group.OTHER, List.of(), null), Cores.SHARED, List.of(),
				compare, effects, Stream.of(costs).map((cost) -> cost.loop.variant()).toList());
	}

	/** The experiment that names pairs of all its variants. */
	Experiment naming(List<List<String>> pairs) {
		Experiment all = experiment();
		return new Experiment(all.name(), all.about(), all.cores(), all.together(), all.expect(),
				new Compare(Metric.APP_CPU, pairs), all.effects(), all.variants());
	}

	Experiment experiment() {
		return experiment(Metric.APP_CPU, List.of(), this.costs.toArray(Cost[]::new));
	}

	List<Simulated> runs(long seed) {
		SplittableRandom random = new SplittableRandom(seed);
		double speed = 0;
		List<Simulated> runs = new ArrayList<>();
		for (Run run : Schedule.of(experiment(), ROUNDS, seed).runs()) {
			speed += DRIFT * random.nextGaussian();
			Cost cost = this.costs.stream()
				.filter((one) -> one.variant.equals(run.variant().name()))
				.findFirst()
				.orElseThrow();
			runs.add(cost.loop.run(run.round(), run.seed(), cost.appMillis * factor(speed, random),
					cost.cpuMillis * factor(speed, random)));
		}
		return runs;
	}

	private static double factor(double speed, SplittableRandom random) {
		return Math.exp(speed + BETWEEN_JVMS * random.nextGaussian());
	}

	/** Writes the files of a campaign as those of a real one. */
	void write(long seed, Path result) {
		List<Simulated> runs = runs(seed);
		Environment environment = new Environment(2, "25", "Linux", "abc", false,
				new Environment.Machine("cpu", 1024, false, Map.of()), new Software(Map.of(), Map.of(), List.of(), 0));
		try {
			Files.createDirectories(result.resolve(Evidence.RAW));
			DataFile.write(result.resolve(Evidence.RAW).resolve(Manifest.FILE),
					new Manifest(experiment(), runs.stream().map((run) -> run.record().run()).toList(), seed, Form.FULL,
							List.of("./bench"), Instant.EPOCH, null, environment));
			for (Simulated run : runs) {
				run.write(result);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * The costs of a request of a variant.
	 *
	 * @param appMillis median time for which the app keeps a slot beside the delay
	 * @param cpuMillis median CPU time of the app
	 */
	record Cost(String variant, double appMillis, double cpuMillis, ClosedLoop loop) {

		Cost(String variant, double appMillis, double cpuMillis) {
			this(variant, appMillis, cpuMillis, SimulatedCampaign.loop(variant, "uniform 0ms..1000ms"));
		}

		/** Behind a backend with other delays, of the same mean. */
		Cost behind(String delays) {
			return new Cost(this.variant, this.appMillis, this.cpuMillis, SimulatedCampaign.loop(this.variant, delays));
		}

		/** The time of the app that makes a JVM of median cost lose this share. */
		static double losing(double share) {
			return MEAN_DELAY * share / (1 - share);
		}

		/** Share of the slots that is lost, on average over all JVMs. */
		double loss() {
			return overJvms((app) -> app / (MEAN_DELAY + app));
		}

		/** The ratio of the CPU times of two variants in JVMs of median cost. */
		double cpuOver(Cost other) {
			return this.cpuMillis / other.cpuMillis;
		}

		/** Requests a second, as the mean of the logarithm. */
		double throughput() {
			return Math.exp(overJvms((app) -> Math.log(1000.0 * SLOTS / (MEAN_DELAY + app))));
		}

		/** Mean over the log-normal factor, at the middles of 1000 equal shares of it. */
		private double overJvms(DoubleUnaryOperator of) {
			NormalDistribution normal = NormalDistribution.of(0, BETWEEN_JVMS);
			return IntStream.range(0, 1000)
				.mapToDouble((share) -> normal.inverseCumulativeProbability((share + 0.5) / 1000))
				.map((log) -> of.applyAsDouble(this.appMillis * Math.exp(log)))
				.average()
				.orElseThrow();
		}

	}

}
