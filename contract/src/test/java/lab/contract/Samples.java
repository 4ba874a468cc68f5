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

	/** The start of the load, which is cut: ramp and settling. */
	private static final long CUT_MILLIS = 2000;

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

	long failed() {
		return this.rows.stream().filter((row) -> !"true".equals(row.get("success"))).count();
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

	/**
	 * Returns the users by Little's law, throughput x mean latency, for the requests that
	 * ended between the ramp and the last request sent.
	 */
	double usersByTheLaw() {
		long begin = this.rows.stream().mapToLong((row) -> number(row, "timeStamp")).min().orElseThrow() + CUT_MILLIS;
		long end = this.rows.stream().mapToLong((row) -> number(row, "timeStamp")).max().orElseThrow();
		long waited = this.rows.stream()
			.filter((row) -> end(row) > begin && end(row) <= end)
			.mapToLong((row) -> number(row, "elapsed"))
			.sum();
		return (double) waited / (end - begin);
	}

	private static long end(Map<String, String> row) {
		return number(row, "timeStamp") + number(row, "elapsed");
	}

	private static long number(Map<String, String> row, String name) {
		return Long.parseLong(row.getOrDefault(name, ""));
	}

}
