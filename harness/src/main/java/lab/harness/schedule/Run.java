package lab.harness.schedule;

import lab.harness.experiment.Variant;

/**
 * One run: a variant at one load point in one round.
 *
 * @param variant the arm
 * @param users its load point: users in the closed loop, or of open arrivals requests a
 * second
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
