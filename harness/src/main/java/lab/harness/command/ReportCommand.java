package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import lab.harness.analysis.Result;
import lab.harness.analysis.ResultAnalysis;
import lab.harness.experiment.InvalidInputException;
import lab.harness.experiment.Numbers;
import lab.harness.probe.JsonFile;
import lab.harness.report.TerminalReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code bench report}.
 */
@Command(name = "report", mixinStandardHelpOptions = true,
		description = "Rebuilds the report of a result folder from its files, or analyses a JTL.")
final class ReportCommand implements Callable<Integer> {

	private final Surroundings surroundings;

	@Parameters(paramLabel = "RESULT", description = "A result folder, such as results/comparison/latest, or a JTL.")
	private Path path = Path.of("");

	@Option(names = "--users", paramLabel = "N",
			description = "Users of a JTL (default: the most that it shows active).")
	private @Nullable String users;

	ReportCommand(Surroundings surroundings) {
		this.surroundings = surroundings;
	}

	@Option(names = "--html", paramLabel = "FILE",
			description = "Where to write the page of a JTL (default: beside it, as x.report.html).")
	private @Nullable Path html;

	@Override
	public Integer call() throws IOException {
		this.path = JtlReport.followed(this.path);
		Result result = Files.isDirectory(this.path) ? rebuilt()
				: new JtlReport(existing(), this.html).write(users(), this.surroundings.err());
		this.surroundings.out().print(TerminalReport.of(result));
		return result.valid() ? 0 : BenchCommand.FAILED;
	}

	private @Nullable Integer users() {
		return (this.users != null) ? Numbers.whole(this.users, 1, 1_000_000) : null;
	}

	private Path existing() {
		if (!Files.isRegularFile(this.path)) {
			throw new InvalidInputException(
					this.path + " is neither a result folder nor a JTL; name one such as results/comparison/latest");
		}
		return this.path;
	}

	private Result rebuilt() throws IOException {
		Path file = this.path.resolve(Result.FILE);
		if (Files.exists(file)) {
			int version = JsonFile.read(file, Versioned.class).schemaVersion();
			if (version != Result.SCHEMA_VERSION) {
				throw new InvalidInputException(file + " has schema version " + version
						+ "; this bench reads and writes " + Result.SCHEMA_VERSION);
			}
		}
		if (!Files.isDirectory(this.path.resolve(ResultAnalysis.RAW))) {
			throw new InvalidInputException(this.path + " is no result folder: it has no folder 'raw'");
		}
		return ResultFolder.at(this.path).write();
	}

	/** As much of a result as every version has. */
	record Versioned(int schemaVersion) {

	}

}
