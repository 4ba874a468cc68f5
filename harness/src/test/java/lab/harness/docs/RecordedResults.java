package lab.harness.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.result.Result;
import org.jspecify.annotations.Nullable;

/**
 * The results in {@code docs/results}, which {@code bench record} has put there.
 *
 * @param byName the records by the name of the experiment
 */
record RecordedResults(Map<String, Result> byName) {

	static final Path FOLDER = Page.ROOT.resolve("docs/results");

	static RecordedResults read() {
		try (Stream<Path> folders = Files.list(FOLDER)) {
			return new RecordedResults(new TreeMap<>(folders.filter(Files::isDirectory)
				.collect(Collectors.toMap((folder) -> String.valueOf(folder.getFileName()),
						(folder) -> DataFile.read(folder.resolve(Result.FILE), Result.class)))));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The record of an experiment, or null without one. */
	@Nullable Result of(String name) {
		return this.byName.get(name);
	}

	/**
	 * A figure of a recorded result, as a mean over its runs.
	 * @param name name of the experiment
	 * @param path {@code variant/metric} or {@code variant/value of the axis/metric}
	 * @throws IllegalArgumentException if there is none
	 */
	double figure(String name, String path) {
		List<String> steps = List.of(path.split("/"));
		Result result = of(name);
		List<Double> found = (result == null) ? List.of()
				: result.summary()
					.stream()
					.filter((row) -> row.variant().equals(steps.getFirst()))
					.filter((row) -> steps.size() == 2 || row.point().text().equals(steps.get(1)))
					.flatMap((row) -> row.figures().entrySet().stream())
					.filter((figure) -> figure.getKey().toString().equals(steps.getLast()))
					.map((figure) -> figure.getValue().mean())
					.toList();
		if (found.size() != 1) {
			throw new IllegalArgumentException("docs/results/" + name + "/result.json has " + found.size()
					+ " figures of '" + path + "'; write variant/metric or variant/point/metric");
		}
		return found.getFirst();
	}

}
