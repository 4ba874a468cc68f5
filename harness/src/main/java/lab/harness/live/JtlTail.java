package lab.harness.live;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Follows a JTL that JMeter is writing, and keeps the times of the successful samples of
 * the last {@value #READS} reads.
 */
final class JtlTail {

	/** Reads that count; with one a second, seconds. */
	static final int READS = 5;

	/** Longer times, in milliseconds, are counted as this; users wait for 10 s. */
	private static final int MAX_MILLIS = 20_000;

	/**
	 * Bytes of a read at most, far more than a second's; the rest follows in the next.
	 */
	private static final int MAX_BYTES = 1 << 20;

	private final Path file;

	private long position;

	private int elapsedColumn = -1;

	private int successColumn = -1;

	private final Deque<int[]> reads = new ArrayDeque<>();

	JtlTail(Path file) {
		this.file = file;
	}

	/**
	 * Reads the whole lines that were added since the last call.
	 * @return the percentiles now, or null without a successful sample
	 */
	@Nullable Percentiles read() {
		int[] counts = new int[MAX_MILLIS + 1];
		added().lines().forEach((line) -> count(line, counts));
		this.reads.addLast(counts);
		if (this.reads.size() > READS) {
			this.reads.removeFirst();
		}
		return percentiles();
	}

	/** The new text up to the last line feed. */
	private String added() {
		if (!Files.exists(this.file)) {
			return "";
		}
		try (RandomAccessFile in = new RandomAccessFile(this.file.toFile(), "r")) {
			if (in.length() < this.position) {
				this.position = 0;
			}
			byte[] bytes = new byte[(int) Math.min(MAX_BYTES, Math.max(0, in.length() - this.position))];
			in.seek(this.position);
			in.readFully(bytes);
			int end = bytes.length;
			while (end > 0 && bytes[end - 1] != '\n') {
				end--;
			}
			this.position += end;
			return new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
		}
		catch (IOException ex) {
			// JMeter replaces the file when it starts.
			return "";
		}
	}

	private void count(String line, int[] counts) {
		String[] cells = line.split(",", -1);
		if (cells[0].equals("timeStamp")) {
			List<String> names = Arrays.asList(cells);
			this.elapsedColumn = names.indexOf("elapsed");
			this.successColumn = names.indexOf("success");
			return;
		}
		int last = Math.max(this.elapsedColumn, this.successColumn);
		if (Math.min(this.elapsedColumn, this.successColumn) < 0 || cells.length <= last
				|| !cells[this.successColumn].equals("true")) {
			return;
		}
		try {
			counts[Math.clamp(Long.parseLong(cells[this.elapsedColumn]), 0, MAX_MILLIS)]++;
		}
		catch (NumberFormatException ex) {
			// The page does not end because of a line that is no sample.
		}
	}

	private @Nullable Percentiles percentiles() {
		int[] sum = new int[MAX_MILLIS + 1];
		long count = 0;
		for (int[] counts : this.reads) {
			for (int i = 0; i <= MAX_MILLIS; i++) {
				sum[i] += counts[i];
				count += counts[i];
			}
		}
		return (count > 0) ? new Percentiles(percentile(sum, count, 50), percentile(sum, count, 99)) : null;
	}

	/** The nearest rank, as in the report. */
	private static int percentile(int[] counts, long count, int percent) {
		long rank = Math.ceilDiv(count * percent, 100);
		int millis = 0;
		long seen = counts[0];
		while (seen < rank) {
			seen += counts[++millis];
		}
		return millis;
	}

	/**
	 * Times of successful requests in milliseconds, as the users see them.
	 *
	 * @param p50 the median
	 * @param p99 the 99th percentile
	 */
	record Percentiles(int p50, int p99) {
	}

}
