package lab.harness.model.experiment;

import java.util.Objects;

import lab.harness.model.InvalidInputException;

/**
 * The readers of streams.
 *
 * @param slow the share of them that takes a quarter of the events that are due, 0 to 1
 * @param dead the share that reads nothing after the head of the answer, 0 to 1
 */
public record Readers(Double slow, Double dead) {

	public Readers {
		slow = Objects.requireNonNullElse(slow, 0.0);
		dead = Objects.requireNonNullElse(dead, 0.0);
		InvalidInputException.require(slow >= 0 && dead >= 0 && slow + dead < 1, "readers",
				"the shares of slow and dead readers must be 0 or more, and below 1 together");
	}

	/** Whether all of them read what is due. */
	public boolean allLive() {
		return this.slow + this.dead == 0;
	}

}
