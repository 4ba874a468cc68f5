package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import lab.harness.analysis.Findings;
import lab.harness.model.Environment;
import lab.harness.model.InvalidInputException;
import lab.harness.model.Manifest;
import lab.harness.model.Result;
import lab.harness.report.Report;
import lab.harness.run.Git;
import org.jspecify.annotations.Nullable;
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
		Map<Path, String> names = new LinkedHashMap<>();
		for (Path path : this.paths) {
			Path folder = ResultFolder.resolveLatest(path);
			Findings findings = ReportCommand.rebuild(folder);
			String reason = reasonToRefuse(findings);
			if (reason != null) {
				throw new InvalidInputException(path + " " + reason);
			}
			names.put(folder, findings.name());
		}
		for (Map.Entry<Path, String> result : names.entrySet()) {
			Path record = this.context.root().resolve("docs/results").resolve(result.getValue());
			Files.createDirectories(record);
			for (String file : List.of(Result.FILE, Report.MARKDOWN)) {
				Files.copy(result.getKey().resolve(file), record.resolve(file), StandardCopyOption.REPLACE_EXISTING);
			}
			this.context.err().println("Recorded in " + record);
		}
		return 0;
	}

	/**
	 * Returns why a result is no evidence for a page, or null. Whoever reads a record
	 * must be able to check out the code that it was measured with.
	 */
	private @Nullable String reasonToRefuse(Findings findings) {
		Manifest manifest = findings.manifest();
		if (!findings.valid() || manifest == null || manifest.form().isShort()) {
			return "is " + (findings.valid() ? "a run in a short form" : "not valid")
					+ "; only the result of a valid run in full length is recorded";
		}
		Environment environment = manifest.environment();
		if (environment.dirty()) {
			List<String> files = environment.software().dirtyFiles();
			return "was measured in a checkout with changes"
					+ (files.isEmpty() ? "" : " (" + String.join(", ", files) + ")")
					+ "; commit them and run the experiment again";
		}
		return Git.isInHistory(this.context.root(), environment.commit()) ? null
				: "was measured at commit " + environment.commit() + ", which is not in the history of this checkout";
	}

}
