package lab.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The samples of one label in a JTL without commas in its cells.
 *
 * @param rows each row by the names of its columns
 */
record Samples(List<Map<String, String>> rows) {

	/**
	 * Reads a JTL.
	 * @return the samples by label
	 */
	static Map<String, Samples> of(Path jtl) throws IOException {
		List<String> lines = Files.readAllLines(jtl);
		String[] names = lines.getFirst().split(",");
		return lines.stream()
			.skip(1)
			.map((line) -> row(names, line.split(",", -1)))
			.collect(Collectors.groupingBy((row) -> row.getOrDefault("label", ""),
					Collectors.collectingAndThen(Collectors.toList(), Samples::new)));
	}

	private static Map<String, String> row(String[] names, String[] cells) {
		return IntStream.range(0, names.length).boxed().collect(Collectors.toMap((at) -> names[at], (at) -> cells[at]));
	}

	/**
	 * Returns the users of each remote worker by its address: JMeter names a thread
	 * {@code address-group 1-7}.
	 */
	Map<String, Integer> usersByWorker() {
		return this.rows.stream()
			.map((row) -> row.getOrDefault("threadName", ""))
			.distinct()
			.collect(Collectors.groupingBy((thread) -> thread.split("-")[0], Collectors.summingInt((thread) -> 1)));
	}

}
