package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;

import lab.harness.analysis.Analysis;
import lab.harness.analysis.Findings;
import lab.harness.analysis.ResultComparison;
import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Manifest;
import lab.harness.model.result.Result;
import lab.harness.report.ComparisonText;
import lab.harness.run.process.Git;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;

@Command(name = "compare", mixinStandardHelpOptions = true,
		description = "Compares two results of one experiment, such as of two JDKs: what changed between two variants.")
final class CompareCommand implements Callable<Integer> {

	private final CommandContext context;

	@Parameters(index = "0", paramLabel = "BEFORE",
			description = "A result folder, such as results/comparison/latest, or the name of a record, such as comparison.")
	private String before = "";

	@Parameters(index = "1", arity = "0..1", paramLabel = "AFTER",
			description = "The other result, as BEFORE (default: the record BEFORE is compared with all that it replaced).")
	private @Nullable String after;

	CompareCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() throws IOException {
		if (this.after == null) {
			this.context.out().print(history());
			return 0;
		}
		ResultComparison comparison = ResultComparison.of(findings(this.before), findings(this.after));
		this.context.out().print(new ComparisonText(comparison).text(this.context.language()));
		return comparison.decided() ? 0 : BenchCommand.FAILED;
	}

	private Findings findings(String name) {
		Path folder = ResultFolder.resolveLatest(Path.of(name));
		if (Files.isDirectory(folder.resolve(Evidence.RAW))) {
			return Analysis.of(folder);
		}
		if (!isRecord(name)) {
			throw new InvalidInputException("'" + name + "' is neither a result folder nor the name of a record; "
					+ "name one such as results/comparison/latest or comparison");
		}
		return this.context.record(name);
	}

	private boolean isRecord(String name) {
		return name.matches("[a-z0-9-]+") && Files.isRegularFile(this.context.root().resolve(record(name)));
	}

	private static String record(String name) {
		return "docs/results/" + name + "/" + Result.FILE;
	}

	/** Today's record beside those in the history that measured the same. */
	private String history() throws IOException {
		if (!isRecord(this.before)) {
			throw new InvalidInputException("'" + this.before
					+ "' is not the name of a record; name a second result to compare it with, or a record");
		}
		Path root = this.context.root();
		String file = "experiments/" + this.before + ExperimentFile.EXTENSION;
		String measured = Files.readString(root.resolve(file));
		Findings today = this.context.record(this.before);
		Set<List<?>> known = new HashSet<>(Set.of(rounds(today)));
		List<Findings> earlier = new ArrayList<>();
		String commits = Git.run(root, "log", "--reverse", "--format=%H", "--", record(this.before));
		for (String commit : Objects.requireNonNullElse(commits, "").lines().toList()) {
			String then = Git.run(root, "show", commit + ":" + file);
			Result record = result(Git.run(root, "show", commit + ":" + record(this.before)));
			if (record != null && then != null && ExperimentFile.measureTheSame(then, measured)) {
				Findings findings = Findings.of(record, Objects.requireNonNull(today.experiment()));
				if (known.add(rounds(findings))) {
					earlier.add(findings);
				}
			}
		}
		List<ResultComparison> history = ResultComparison.history(earlier, today);
		return history.isEmpty()
				? "The history of this checkout has no other record of " + this.before
						+ " that measured the same and has the format of today.\n"
				: ComparisonText.history(history, this.context.language());
	}

	/** By what two records of the same runs are known. */
	private static List<?> rounds(Findings findings) {
		Manifest manifest = Objects.requireNonNull(findings.manifest());
		return List.of(manifest.startedAt(), manifest.rounds());
	}

	/** A result, or null if its format is of another day. */
	private static @Nullable Result result(@Nullable String json) {
		try {
			Result result = (json != null) ? DataFile.mapper().readValue(json, Result.class) : null;
			return (result != null && result.header().schemaVersion() == Result.SCHEMA_VERSION) ? result : null;
		}
		catch (JacksonException ex) {
			return null;
		}
	}

}
