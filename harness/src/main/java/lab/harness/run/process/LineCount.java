package lab.harness.run.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Counts the lines of a file that another process writes, as far as it has written them.
 */
public final class LineCount {

	private final Path file;

	private long read;

	private long lines;

	public LineCount(Path file) {
		this.file = file;
	}

	/** The lines so far, 0 while there is no file. */
	public long now() {
		if (!Files.exists(this.file)) {
			return 0;
		}
		try (RandomAccessFile in = new RandomAccessFile(this.file.toFile(), "r")) {
			in.seek(this.read);
			byte[] bytes = new byte[64 * 1024];
			for (int count = in.read(bytes); count > 0; count = in.read(bytes)) {
				this.read += count;
				for (int i = 0; i < count; i++) {
					this.lines += (bytes[i] == '\n') ? 1 : 0;
				}
			}
		}
		catch (IOException ex) {
			// The progress does without.
		}
		return this.lines;
	}

}
