package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import lab.harness.analysis.Analysis;
import lab.harness.analysis.Findings;
import lab.harness.analysis.LittlesLaw;
import lab.harness.model.DataFile;
import lab.harness.model.Durations;
import lab.harness.model.InvalidInputException;
import lab.harness.model.result.Evidence;
import lab.harness.report.Language;
import lab.harness.report.Report;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "report", mixinStandardHelpOptions = true,
		description = "Rebuilds the report of a result folder from its files, or analyses a JTL.")
final class ReportCommand implements Callable<Integer> {

	private final CommandContext context;

	@Parameters(paramLabel = "RESULT", description = "A result folder, such as results/comparison/latest, or a JTL.")
	private Path path = Path.of("");

	@Option(names = "--users", paramLabel = "N",
			description = "Number of users of a JTL (default: the most that were active at once).")
	private @Nullable Integer users;

	@Option(names = "--ceiling", paramLabel = "LABEL=N",
			description = "Ceiling of a label of a JTL in requests a second, or SLOTS/TIME: the smaller of users and "
					+ "request threads / the mean delay, such as 200/500ms.")
	private Map<String, String> ceilings = Map.of();

	ReportCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() throws IOException {
		InvalidInputException.requireRange("--users", this.users, 1, 1_000_000);
		Map<String, Double> law = new LinkedHashMap<>();
		this.ceilings.forEach((label, ceiling) -> law.put(label, ceiling(label, ceiling)));
		Path result = ResultFolder.resolveLatest(this.path);
		InvalidInputException.require(
				!Files.isDirectory(result.resolve(Evidence.RAW)) || this.users == null && this.ceilings.isEmpty(),
				(this.users != null) ? "--users" : "--ceiling",
				"only a JTL needs it; " + result + " is a result and knows its own, so leave it out");
		Findings findings = Files.isDirectory(result) ? rebuild(result, this.context.language())
				: analyseJtl(result, law);
		this.context.out().print(Report.terminal(findings, this.context.language()));
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

	/** Requests a second; of slots and the mean time of one by Little's law. */
	private static double ceiling(String label, String text) {
		try {
			String[] parts = text.split("/", 2);
			double ceiling = (parts.length == 1) ? Double.parseDouble(text) : LittlesLaw
				.throughput(Integer.parseInt(parts[0]), Durations.parseExactly(parts[1]).toNanos() / 1e6);
			if (ceiling > 0 && ceiling < Double.POSITIVE_INFINITY) {
				return ceiling;
			}
		}
		catch (NumberFormatException | ArithmeticException | InvalidInputException ex) {
			// Said below.
		}
		throw new InvalidInputException("--ceiling", label + "=" + text
				+ " is no ceiling; write requests a second above 0, such as 400, or slots / mean delay, such as 200/500ms");
	}

	private Findings analyseJtl(Path jtl, Map<String, Double> law) {
		if (!Files.isRegularFile(jtl)) {
			throw new InvalidInputException(
					jtl + " is neither a result folder nor a JTL; name one such as results/comparison/latest");
		}
		Path page = jtl.resolveSibling(jtl.getFileName().toString().replaceFirst("\\.jtl$", "") + ".report.html");
		try {
			Findings findings = Analysis.ofJtl(jtl, this.users, law);
			DataFile.replace(page, Report.html(findings, this.context.language()));
			this.context.err().println("Written to " + page);
			return findings;
		}
		catch (IOException ex) {
			throw new InvalidInputException(page + " cannot be written: " + InvalidInputException.reason(ex), ex);
		}
	}

}
