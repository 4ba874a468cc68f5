package lab.harness.command;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

import lab.harness.analysis.Analysis;
import lab.harness.analysis.Findings;
import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Manifest;
import lab.harness.model.result.Result;
import lab.harness.report.Language;
import lab.harness.report.Report;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one result: {@code results/<experiment>/<UTC time>}.
 */
record ResultFolder(Path path) {

	private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss'Z'")
		.withZone(ZoneOffset.UTC);

	private static final String LATEST = "latest";

	/**
	 * Creates the folder with its manifest.
	 * @throws InvalidInputException if it cannot be written
	 */
	static ResultFolder create(Path results, Manifest manifest) {
		Path path = results.resolve(manifest.experiment().name()).resolve(NAME.format(manifest.startedAt()));
		try {
			Files.createDirectories(path.resolve(Evidence.RAW));
			ResultFolder folder = new ResultFolder(path);
			folder.write(manifest);
			pointTo(path);
			return folder;
		}
		catch (IOException ex) {
			throw new InvalidInputException(
					"the folder " + path + " cannot be written: " + InvalidInputException.reason(ex), ex);
		}
	}

	void write(Manifest manifest) throws IOException {
		DataFile.write(this.path.resolve(Evidence.RAW).resolve(Manifest.FILE), manifest);
	}

	/**
	 * Resolves {@code latest}, which is a file with the name of a folder if the system or
	 * the user cannot make symbolic links.
	 */
	static Path resolveLatest(Path path) {
		try {
			if (path.endsWith(LATEST) && Files.isRegularFile(path) && Files.size(path) < 1024) {
				Path folder = path.resolveSibling(Files.readString(path).strip());
				return Files.isDirectory(folder) ? folder : path;
			}
		}
		catch (IOException ex) {
			// The caller reports a path that is not a folder.
		}
		return path;
	}

	/**
	 * Analyses the evidence and writes every form of the result.
	 * @param language the language of the reports
	 */
	Findings write(Language language) throws IOException {
		Findings findings = Analysis.of(this.path);
		// Everything is rendered before the first file is replaced.
		Result result = Report.result(findings);
		String markdown = Report.markdown(findings, language);
		String html = Report.html(findings, language);
		String picture = Report.picture(findings, language);
		DataFile.write(this.path.resolve(Result.FILE), result);
		DataFile.replace(this.path.resolve(Report.MARKDOWN), markdown);
		DataFile.replace(this.path.resolve(Report.HTML), html);
		writePicture(this.path, picture);
		return findings;
	}

	/** Writes the picture of a result, or removes an old one if it has none. */
	static void writePicture(Path folder, @Nullable String picture) throws IOException {
		if (picture != null) {
			DataFile.replace(folder.resolve(Report.PICTURE), picture);
		}
		else {
			Files.deleteIfExists(folder.resolve(Report.PICTURE));
		}
	}

	/** Makes {@code latest} point to the folder beside it. */
	static void pointTo(Path path) throws IOException {
		Path latest = path.resolveSibling(LATEST);
		Files.deleteIfExists(latest);
		try {
			Files.createSymbolicLink(latest, path.getFileName());
		}
		catch (UnsupportedOperationException | FileSystemException ex) {
			// Windows throws a FileSystemException if the user may not make links.
			Files.writeString(latest, path.getFileName().toString());
		}
	}

}
