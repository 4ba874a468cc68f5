package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

import lab.harness.analysis.ChartedResult;
import lab.harness.analysis.Result;
import lab.harness.analysis.ResultAnalysis;
import lab.harness.analysis.RunResult;
import lab.harness.analysis.Spoiled;
import lab.harness.experiment.InvalidInputException;
import lab.harness.probe.JsonFile;
import lab.harness.probe.Manifest;
import lab.harness.report.HtmlReport;
import lab.harness.report.MarkdownReport;
import lab.harness.schedule.Run;

/**
 * The folder of one result: {@code results/<experiment>/<UTC time>}.
 */
final class ResultFolder {

	private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss'Z'")
		.withZone(ZoneOffset.UTC);

	private static final String SCHEMA = "result.schema.json";

	private final Path path;

	private ResultFolder(Path path) {
		this.path = path;
	}

	/**
	 * Analyses one run that was finished.
	 */
	RunResult analyse(Run run) {
		Manifest manifest = JsonFile.read(raw().resolve(Manifest.FILE), Manifest.class);
		return ResultAnalysis.of(this.path, manifest.experiment(), run);
	}

	/**
	 * A folder that exists.
	 */
	static ResultFolder at(Path path) {
		return new ResultFolder(path);
	}

	/**
	 * Makes a new folder and writes the manifest into it.
	 * @throws InvalidInputException if it cannot be written
	 */
	static ResultFolder create(Path results, Manifest manifest) {
		Path path = results.resolve(manifest.experiment().name()).resolve(name(manifest.startedAt()));
		try {
			Files.createDirectories(path.resolve(ResultAnalysis.RAW));
			JsonFile.write(path.resolve(ResultAnalysis.RAW).resolve(Manifest.FILE), manifest);
			pointTo(path);
		}
		catch (IOException ex) {
			throw new InvalidInputException("the folder " + path + " cannot be written: " + ex.getMessage());
		}
		return new ResultFolder(path);
	}

	private static String name(Instant moment) {
		return NAME.format(moment);
	}

	/** Points {@code latest} beside the folder to it. */
	private static void pointTo(Path path) throws IOException {
		Path latest = path.resolveSibling("latest");
		Files.deleteIfExists(latest);
		try {
			Files.createSymbolicLink(latest, path.getFileName());
		}
		catch (UnsupportedOperationException ex) {
			Files.writeString(latest, path.getFileName().toString());
		}
	}

	/** The folder of the files of a run. */
	Path raw(Run run) throws IOException {
		return Files.createDirectories(raw().resolve(run.id()));
	}

	/** The folder of the files of all runs. */
	Path raw() {
		return this.path.resolve(ResultAnalysis.RAW);
	}

	/** How many times a run was spoiled. */
	int spoiled(Run run) {
		return Spoiled.count(this.path, run);
	}

	/** How many runs were spoiled, each as often as it was. */
	int spoiled() {
		return Spoiled.all(this.path).size();
	}

	/** Keeps a spoiled run, but not among the others. */
	void setAside(Run run, RunResult result) throws IOException {
		Spoiled.setAside(this.path, run, result);
	}

	/**
	 * Analyses what is there and writes every form of the result.
	 */
	Result write() throws IOException {
		ChartedResult charted = ResultAnalysis.charted(this.path);
		Result result = charted.result();
		// All of it is made before any of it is written: a result is replaced whole.
		String markdown = MarkdownReport.of(result, charted.charts());
		String html = HtmlReport.of(result, charted.charts());
		JsonFile.write(this.path.resolve(Result.FILE), result);
		JsonFile.replace(this.path.resolve(MarkdownReport.FILE), markdown);
		JsonFile.replace(this.path.resolve(HtmlReport.FILE), html);
		try (var schema = Result.class.getResourceAsStream("/" + SCHEMA)) {
			if (schema != null) {
				Files.write(this.path.resolve(SCHEMA), schema.readAllBytes());
			}
		}
		return result;
	}

	@Override
	public String toString() {
		return this.path.toString();
	}

}
