package lab.harness.command;

import java.util.concurrent.Callable;

import lab.harness.experiment.Experiments;
import picocli.CommandLine.Command;

/**
 * {@code bench list}.
 */
@Command(name = "list", mixinStandardHelpOptions = true, description = "The experiments and the question each answers.")
final class ListCommand implements Callable<Integer> {

	private final Surroundings surroundings;

	ListCommand(Surroundings surroundings) {
		this.surroundings = surroundings;
	}

	@Override
	public Integer call() {
		Experiments experiments = new Experiments(this.surroundings.experiments());
		int width = experiments.names().stream().mapToInt(String::length).max().orElse(0);
		for (String name : experiments.names()) {
			this.surroundings.out()
				.println(name + " ".repeat(width - name.length()) + "  " + experiments.read(name).question());
		}
		return 0;
	}

}
