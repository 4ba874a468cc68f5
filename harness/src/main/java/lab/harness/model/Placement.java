package lab.harness.model;

import java.util.List;

/**
 * Which logical processors each process may use, by the numbers that Linux gives them. An
 * empty list stands for all of them. Two logical processors may be threads of one core;
 * they share its units then, equally in all variants.
 *
 * @param app of the app or the program
 * @param backend of the slow backend
 * @param generator of JMeter, and of the harness with its probe
 */
public record Placement(List<Integer> app, List<Integer> backend, List<Integer> generator) {

	/** Every process may use every processor. */
	public static final Placement SHARED = new Placement(List.of(), List.of(), List.of());

	public Placement {
		app = List.copyOf(app);
		backend = List.copyOf(backend);
		generator = List.copyOf(generator);
	}

	/** Whether the app has processors of its own, which no other process may use. */
	public boolean dedicatedCores() {
		return !this.app.isEmpty();
	}

}
