package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;

/**
 * Computes when JMeter's Precise Throughput Timer lets open arrivals go. The timer does
 * not record these times, but its seed determines them: for each period it draws rate x
 * period uniform times and sorts them (class {@code ConstantPoissonProcessGenerator} of
 * JMeter 5.6.3). They count from the start of the test.
 */
final class ArrivalSchedule {

	/** JMeter's variable that holds the start of the test in milliseconds since 1970. */
	static final String TEST_START = "TESTSTART.MS";

	/** The column of a JTL that holds when a request was due, in ms since 1970. */
	static final String INTENDED = "intended";

	private static final String SENT = "timeStamp";

	private final long seed;

	private final long period;

	private final int perPeriod;

	/**
	 * Creates the schedule of a load.
	 * @param seed seed of the timer; for 0 JMeter draws one
	 * @param rate arrivals a second
	 * @param duration period of the timer, which is the time of the load
	 */
	ArrivalSchedule(long seed, int rate, Duration duration) {
		this.seed = seed;
		this.period = duration.toSeconds();
		this.perPeriod = Math.toIntExact(rate * this.period);
	}

	/**
	 * The first arrivals in order, in seconds from the start of the test. A load lasts a
	 * little longer than the first period, because the users start after the test does.
	 */
	double[] seconds(int count) {
		Random random = new Random(this.seed);
		int periods = (count + this.perPeriod - 1) / this.perPeriod;
		double[] seconds = new double[periods * this.perPeriod];
		for (int period = 0; period < periods; period++) {
			int first = period * this.perPeriod;
			for (int i = first; i < first + this.perPeriod; i++) {
				seconds[i] = period * this.period + random.nextDouble() * this.period;
			}
			Arrays.sort(seconds, first, first + this.perPeriod);
		}
		return Arrays.copyOf(seconds, count);
	}

	/**
	 * Adds the column {@value #INTENDED} to a JTL that has the start of the test. A user
	 * who becomes free takes the next due time, so the k-th request that was sent is the
	 * k-th that was due.
	 */
	void addTo(Path jtl) throws IOException {
		long[] sent;
		try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(jtl)) {
			sent = rows.stream()
				.filter((row) -> row.findField(TEST_START).isPresent())
				.mapToLong((row) -> Long.parseLong(row.getField(SENT)))
				.sorted()
				.toArray();
		}
		if (sent.length > 0) {
			write(jtl, sent);
		}
	}

	private void write(Path jtl, long[] sent) throws IOException {
		Path whole = jtl.resolveSibling(jtl.getFileName() + ".part");
		// Requests of the same millisecond take successive due times.
		int[] taken = new int[sent.length];
		double[] due = seconds(sent.length);
		try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(jtl);
				CsvWriter writer = CsvWriter.builder().build(whole)) {
			boolean first = true;
			for (NamedCsvRecord row : rows) {
				if (first) {
					writer.writeRecord(and(row.getHeader(), INTENDED));
					first = false;
				}
				int index = Arrays.binarySearch(sent, Long.parseLong(row.getField(SENT)));
				while (index > 0 && sent[index - 1] == sent[index]) {
					index--;
				}
				double second = due[index + taken[index]++];
				writer.writeRecord(and(row.getFields(),
						String.valueOf(Long.parseLong(row.getField(TEST_START)) + (long) (second * 1000))));
			}
		}
		Files.move(whole, jtl, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
	}

	private static List<String> and(List<String> cells, String last) {
		return Stream.concat(cells.stream(), Stream.of(last)).toList();
	}

}
