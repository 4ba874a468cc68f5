package lab.harness.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

import lab.harness.experiment.Experiment;
import lab.harness.experiment.Variant;

/**
 * The order of the runs: one block a round, each with every variant at every load point,
 * in random order, so that what drifts on the machine does not always meet the same arm.
 */
public final class Schedule {

	private Schedule() {
	}

	/**
	 * The runs in their order.
	 * @param rounds blocks, 1 or more
	 * @param seed rules order and delays; round r uses seed + r for both, the same in all
	 * arms
	 */
	public static List<Run> of(Experiment experiment, int rounds, long seed) {
		List<Run> runs = new ArrayList<>();
		for (int round = 1; round <= rounds; round++) {
			List<Run> block = new ArrayList<>();
			for (Variant variant : experiment.variants()) {
				for (int users : variant.load().points()) {
					block.add(new Run(variant, users, round, seed + round));
				}
			}
			Collections.shuffle(block, new SplittableRandom(seed + round));
			runs.addAll(block);
		}
		return runs;
	}

}
