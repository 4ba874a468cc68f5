package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.Callable;

import lab.harness.analysis.Findings;
import lab.harness.model.InvalidInputException;
import lab.harness.model.Manifest;
import lab.harness.model.Result;
import lab.harness.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "record", mixinStandardHelpOptions = true,
		description = "Copies valid results to docs/results, where the pages take their figures from.")
final class RecordCommand implements Callable<Integer> {

	private final CommandContext context;

	@Parameters(paramLabel = "RESULT", arity = "1..*",
			description = "Result folders, such as results/comparison/latest.")
	private List<Path> paths = List.of();

	RecordCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() throws IOException {
		for (Path path : this.paths) {
			Path folder = ResultFolder.resolveLatest(path);
			Findings findings = ReportCommand.rebuild(folder);
			Manifest manifest = findings.manifest();
			if (!findings.valid() || manifest == null || manifest.form().isShort()) {
				throw new InvalidInputException(
						path + " is " + (findings.valid() ? "a run in a short form" : "not valid")
								+ "; only the result of a valid run in full length is recorded");
			}
			Path record = this.context.root().resolve("docs/results").resolve(findings.name());
			Files.createDirectories(record);
			for (String file : List.of(Result.FILE, Report.MARKDOWN)) {
				Files.copy(folder.resolve(file), record.resolve(file), StandardCopyOption.REPLACE_EXISTING);
			}
			this.context.err().println("Recorded in " + record);
		}
		return 0;
	}

}
