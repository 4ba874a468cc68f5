package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.Result;
import tools.jackson.databind.JsonNode;

/**
 * The results in {@code docs/results}, each of one valid run, which {@code bench record}
 * has put there.
 *
 * @param byName {@code result.json} by the name of the experiment
 */
record RecordedResults(Map<String, JsonNode> byName) {

	static final Path FOLDER = Page.ROOT.resolve("docs/results");

	static RecordedResults read() throws IOException {
		try (Stream<Path> folders = Files.list(FOLDER)) {
			return new RecordedResults(new TreeMap<>(folders.filter(Files::isDirectory)
				.collect(Collectors.toMap((folder) -> String.valueOf(folder.getFileName()),
						(folder) -> DataFile.mapper().readTree(folder.resolve(Result.FILE))))));
		}
	}

	/**
	 * A figure of a recorded result, as a mean over its runs.
	 * @param name name of the experiment
	 * @param path {@code variant/metric} or {@code variant/value of the axis/metric}
	 * @throws IllegalArgumentException if there is none
	 */
	double figure(String name, String path) {
		List<String> steps = List.of(path.split("/"));
		JsonNode result = this.byName.get(name);
		List<Double> found = (result == null) ? List.of() : result.path("summary")
			.valueStream()
			.filter((row) -> row.path("variant").asString("").equals(steps.getFirst()))
			.filter((row) -> steps.size() == 2
					|| row.path("point").valueStream().anyMatch((value) -> value.asString("").equals(steps.get(1))))
			.map((row) -> row.path("figures").path(steps.getLast()).path("mean"))
			.filter(JsonNode::isNumber)
			.map(JsonNode::asDouble)
			.toList();
		if (found.size() != 1) {
			throw new IllegalArgumentException("docs/results/" + name + "/result.json has " + found.size()
					+ " figures of '" + path + "'; write variant/metric or variant/point/metric");
		}
		return found.getFirst();
	}

}
