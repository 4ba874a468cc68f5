package lab.harness.schedule;

import lab.harness.experiment.Variant;

/**
 * One run: a variant at one load point in one round.
 *
 * @param variant the arm
 * @param users users in the closed loop
 * @param round 1 for the first
 * @param seed seed of the backend's delays, the same for all arms of a round
 */
public record Run(Variant variant, int users, int round, long seed) {

	/**
	 * Name of the run and of its folder, such as {@code webflux-500-r1}.
	 */
	public String id() {
		return this.variant.name() + "-" + this.users + "-r" + this.round;
	}

}
