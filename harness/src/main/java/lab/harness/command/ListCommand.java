package lab.harness.command;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import lab.harness.model.experiment.About;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.run.Schedule;
import picocli.CommandLine.Command;

@Command(name = "list", mixinStandardHelpOptions = true,
		description = "The experiments by group: the question each answers, and how long it takes.")
record ListCommand(CommandContext context) implements Callable<Integer> {

	@Override
	public Integer call() {
		Map<About.Group, List<ExperimentFile>> groups = ExperimentFile.names(this.context.experiments())
			.stream()
			.map((name) -> new ExperimentFile(ExperimentFile.find(this.context.experiments(), name)))
			.collect(Collectors.groupingBy((file) -> file.experiment().about().group(), TreeMap::new,
					Collectors.toList()));
		groups.forEach((group, files) -> {
			this.context.out().println(group.toString().replace('-', ' '));
			files.forEach((file) -> this.context.out()
				.printf("  %-18s %-14s %s%n", file.experiment().name(),
						RunCommand.minutes(Schedule.of(file.experiment(), file.rounds(), 0)),
						file.experiment().about().question()));
		});
		return 0;
	}

}
