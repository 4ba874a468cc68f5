package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;

import lab.harness.analysis.Analysis;
import lab.harness.analysis.Findings;
import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.result.Evidence;
import lab.harness.report.Language;
import lab.harness.report.Report;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "report", mixinStandardHelpOptions = true,
		description = "Rebuilds the report of a result folder from its files, or analyses a JTL.")
final class ReportCommand implements Callable<Integer> {

	private CommandContext context;

	@Parameters(paramLabel = "RESULT", description = "A result folder, such as results/comparison/latest, or a JTL.")
	private Path path = Path.of("");

	@Option(names = "--users", paramLabel = "N",
			description = "Number of users of a JTL (default: the most that were active at once).")
	private @Nullable Integer users;

	@Option(names = "--ceiling", paramLabel = "LABEL=N",
			description = "Ceiling of a label of a JTL in requests a second: the smaller of users and request threads, "
					+ "divided by the mean delay in seconds.")
	private Map<String, Double> ceilings = Map.of();

	@Mixin
	private LanguageOption language = new LanguageOption();

	ReportCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() throws IOException {
		this.context = this.context.in(this.language.language());
		InvalidInputException.requireRange("--users", this.users, 1, 1_000_000);
		this.ceilings.forEach(
				(label, ceiling) -> InvalidInputException.require(ceiling > 0 && ceiling < Double.POSITIVE_INFINITY,
						"--ceiling", label + "=" + ceiling + " must be more than 0"));
		Path result = ResultFolder.resolveLatest(this.path);
		InvalidInputException.require(
				!Files.isDirectory(result.resolve(Evidence.RAW)) || this.users == null && this.ceilings.isEmpty(),
				(this.users != null) ? "--users" : "--ceiling",
				"is for a JTL, and " + result + " is a result, which knows its own; leave it out");
		Findings findings = Files.isDirectory(result) ? rebuild(result, this.language.language()) : analyseJtl(result);
		this.context.out().print(Report.terminal(findings, this.language.language()));
		return findings.answered() ? 0 : BenchCommand.FAILED;
	}

	static Findings rebuild(Path folder, Language language) throws IOException {
		if (!Files.isDirectory(folder.resolve(Evidence.RAW))) {
			throw new InvalidInputException(folder + (Files.exists(folder.resolve("statistics.json"))
					? " is a dashboard of JMeter; name the JTL that it was made from"
					: " is not a result folder; name one such as results/comparison/latest"));
		}
		return new ResultFolder(folder).write(language);
	}

	private Findings analyseJtl(Path jtl) {
		if (!Files.isRegularFile(jtl)) {
			throw new InvalidInputException(
					jtl + " is neither a result folder nor a JTL; name one such as results/comparison/latest");
		}
		Path page = jtl.resolveSibling(jtl.getFileName().toString().replaceFirst("\\.jtl$", "") + ".report.html");
		try {
			Findings findings = Analysis.ofJtl(jtl, this.users, this.ceilings);
			DataFile.replace(page, Report.html(findings, this.language.language()));
			this.context.err().println("Written to " + page);
			return findings;
		}
		catch (IOException ex) {
			throw new InvalidInputException(page + " cannot be written: " + ex.getMessage(), ex);
		}
	}

}
