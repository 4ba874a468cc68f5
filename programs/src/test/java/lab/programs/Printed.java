package lab.programs;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The lines that a program prints.
 */
public final class Printed {

	private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

	/** An output whose lines are kept. */
	public Output output(boolean json) {
		return new Output(new PrintStream(this.bytes, true, StandardCharsets.UTF_8), json);
	}

	public List<String> lines() {
		return this.bytes.toString(StandardCharsets.UTF_8).lines().toList();
	}

}
