package lab.harness.command;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import lab.harness.model.About;
import lab.harness.model.Experiment;
import lab.harness.model.ExperimentFile;
import lab.harness.run.Schedule;
import picocli.CommandLine.Command;

@Command(name = "list", mixinStandardHelpOptions = true,
		description = "The experiments by group: the question each answers, and how long it takes.")
final class ListCommand implements Callable<Integer> {

	private final CommandContext context;

	ListCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() {
		Map<About.Group, List<Experiment>> groups = ExperimentFile.names(this.context.experiments())
			.stream()
			.map((name) -> ExperimentFile.read(ExperimentFile.find(this.context.experiments(), name)))
			.collect(Collectors.groupingBy((experiment) -> experiment.about().group(), TreeMap::new,
					Collectors.toList()));
		groups.forEach((group, experiments) -> {
			this.context.out().println(group.toString().replace('-', ' '));
			experiments.forEach((experiment) -> this.context.out()
				.printf("  %-18s %-13s %s%n", experiment.name(), RunCommand.minutes(Schedule.of(experiment, 1, 0)),
						experiment.about().question()));
		});
		return 0;
	}

}
