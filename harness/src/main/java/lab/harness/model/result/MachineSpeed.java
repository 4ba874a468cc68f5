package lab.harness.model.result;

import java.nio.file.Files;

import lab.harness.model.DataFile;
import org.jspecify.annotations.Nullable;

/**
 * The speed of the processors of the app or program, 1 for that of the reference.
 *
 * @param before before the window, when the app is warm and at rest
 * @param after after the window, when the app is at rest again
 */
public record MachineSpeed(double before, double after) {

	/**
	 * The most of 50 rests of 20 s on two shared cores, 7.99 %. {@code RestIT} measures
	 * it.
	 */
	private static final double MOST_DRIFT = 0.08;

	/** Returns the speed of a run, or null if it was not measured. */
	public static @Nullable MachineSpeed of(Evidence evidence) {
		return Files.exists(evidence.machineSpeed()) ? DataFile.read(evidence.machineSpeed(), MachineSpeed.class)
				: null;
	}

	public double mean() {
		return (this.before + this.after) / 2;
	}

	public double drift() {
		return this.after / this.before - 1;
	}

	/** Whether the speed of a run changed by no more than it does at rest. */
	public static Check check(double drift) {
		return Check.within(CheckKind.MACHINE_SPEED, drift, -MOST_DRIFT, MOST_DRIFT);
	}

}
