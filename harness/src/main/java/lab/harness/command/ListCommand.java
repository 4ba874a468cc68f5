package lab.harness.command;

import java.util.List;
import java.util.concurrent.Callable;

import lab.harness.model.ExperimentFile;
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
		List<String> names = ExperimentFile.names(this.surroundings.experiments());
		int width = names.stream().mapToInt(String::length).max().orElse(0);
		for (String name : names) {
			String question = ExperimentFile.read(this.surroundings.experiments(), name).question();
			this.surroundings.out().println(name + " ".repeat(width - name.length()) + "  " + question);
		}
		return 0;
	}

}
