package lab.harness.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import lab.harness.analysis.ChartedResult;
import lab.harness.analysis.JtlAnalysis;
import lab.harness.analysis.Result;
import lab.harness.experiment.InvalidInputException;
import lab.harness.probe.JsonFile;
import lab.harness.report.HtmlReport;
import org.jspecify.annotations.Nullable;

/**
 * The report of a JTL that was made elsewhere, a page beside it.
 */
final class JtlReport {

	private static final String SUFFIX = ".jtl";

	private static final int HEAD_BYTES = 1024;

	private final Path jtl;

	private final Path page;

	JtlReport(Path jtl, @Nullable Path page) {
		this.jtl = jtl;
		String name = String.valueOf(jtl.getFileName());
		String stem = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
		this.page = (page != null) ? page : jtl.resolveSibling(stem + ".report.html");
	}

	/**
	 * Analyses it and writes the page; a page that this command wrote before is replaced,
	 * and nothing else.
	 * @param err is told where the page is
	 */
	Result write(@Nullable Integer users, PrintStream err) {
		try {
			if (Files.exists(this.page) && !isOurs()) {
				throw new InvalidInputException(
						this.page + " is there and no page of this command; choose another with --html");
			}
			ChartedResult charted = JtlAnalysis.charted(this.jtl, users);
			JsonFile.replace(this.page, HtmlReport.of(charted.result(), charted.charts()));
			err.println("Written to " + this.page);
			return charted.result();
		}
		catch (IOException ex) {
			throw new InvalidInputException(this.page + " cannot be written; choose another with --html");
		}
	}

	private boolean isOurs() throws IOException {
		if (!Files.isRegularFile(this.page)) {
			return false;
		}
		try (InputStream in = Files.newInputStream(this.page)) {
			return new String(in.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8).contains(HtmlReport.GENERATOR);
		}
	}

	/**
	 * Where a system has no symbolic links, {@code latest} is a file with the name of a
	 * folder beside it.
	 */
	static Path followed(Path path) throws IOException {
		if (path.endsWith("latest") && Files.isRegularFile(path) && Files.size(path) < HEAD_BYTES) {
			Path folder = path.resolveSibling(Files.readString(path).strip());
			return Files.isDirectory(folder) ? folder : path;
		}
		return path;
	}

}
