package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import lab.harness.model.DataFile;
import lab.harness.model.experiment.About;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.result.Result;
import lab.harness.report.Language;
import lab.harness.run.RecordAge;
import lab.harness.run.Schedule;
import picocli.CommandLine.Command;

@Command(name = "list", mixinStandardHelpOptions = true,
		description = "The experiments by group: the question each answers, and how long it takes.")
record ListCommand(CommandContext context) implements Callable<Integer> {

	@Override
	public Integer call() throws IOException {
		Map<About.Group, List<ExperimentFile>> groups = ExperimentFile.names(this.context.experiments())
			.stream()
			.map((name) -> new ExperimentFile(ExperimentFile.find(this.context.experiments(), name)))
			.collect(Collectors.groupingBy((file) -> file.experiment().about().group(), TreeMap::new,
					Collectors.toList()));
		RecordAge age = RecordAge.of(this.context.root());
		for (Map.Entry<About.Group, List<ExperimentFile>> group : groups.entrySet()) {
			this.context.out().println(group.getKey().toString().replace('-', ' '));
			for (ExperimentFile file : group.getValue()) {
				Language language = this.context.language();
				this.context.out()
					.printf("  %-18s %-14s %s%s%n", file.experiment().name(),
							language.of(ExperimentRun.minutes(Schedule.of(file.experiment(), file.rounds(), 0))),
							file.experiment().about().question(), language.of(record(file.experiment(), age)));
			}
		}
		return 0;
	}

	/** Words about a record that is missing, or is not that of this checkout. */
	private String record(Experiment experiment, RecordAge age) throws IOException {
		Path file = this.context.recordFolder(experiment.name()).resolve(Result.FILE);
		if (!Files.isRegularFile(file)) {
			return " [no record]";
		}
		String outdated = age.outdated(experiment, DataFile.read(file, Result.class));
		return (outdated != null) ? " [record " + outdated + "]" : "";
	}

}
