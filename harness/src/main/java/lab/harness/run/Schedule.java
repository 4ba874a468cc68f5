package lab.harness.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Variant;

/**
 * The order of the runs: each round runs every variant at every point in random order, so
 * that a drift of the machine does not always meet the same variant.
 */
public final class Schedule {

	private Schedule() {
	}

	/**
	 * The runs in their order.
	 * @param rounds 1 or more
	 * @param seed determines order and delays
	 */
	public static List<Run> of(Experiment experiment, int rounds, long seed) {
		List<Run> runs = new ArrayList<>();
		for (int round = 1; round <= rounds; round++) {
			long roundSeed = seed(seed, round);
			List<Run> block = new ArrayList<>();
			for (Variant variant : experiment.variants()) {
				for (Point point : variant.axis().points()) {
					block.add(new Run(variant.at(point), point, round, roundSeed));
				}
			}
			Collections.shuffle(block, new SplittableRandom(roundSeed));
			runs.addAll(block);
		}
		return runs;
	}

	/**
	 * The seed of a round, below 2^31, since JMeter takes an int. It is a hash, so that
	 * two seeds share no round: with a sum the second round of one would be the first of
	 * the next.
	 */
	static long seed(long seed, int round) {
		long mixed = new SplittableRandom(31 * seed + round).split().nextLong();
		return new SplittableRandom(mixed ^ (seed << 20)).nextInt(Integer.MAX_VALUE);
	}

}
