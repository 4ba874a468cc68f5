package lab.harness.model.result;

import java.util.List;

/**
 * The logical processors of each process, by their numbers in Linux. An empty list means
 * all of them. Two logical processors may be threads of one core, which they share in all
 * variants equally.
 *
 * @param generator processors of JMeter, and of the harness with its probe
 */
public record Placement(List<Integer> app, List<Integer> backend, List<Integer> generator) {

	public static final Placement SHARED = new Placement(List.of(), List.of(), List.of());

	/** Whether the app has processors of its own, which no other process may use. */
	public boolean dedicatedCores() {
		return !this.app.isEmpty();
	}

}
