package lab.harness.command;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import lab.harness.report.Language;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code bench} as it is typed in a checkout, and what it prints.
 */
final class TypedCommand {

	private final Path root;

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ByteArrayOutputStream err = new ByteArrayOutputStream();

	TypedCommand(Path root) {
		this.root = root;
	}

	int run(String... arguments) {
		return run(new PrintStream(this.out, true, StandardCharsets.UTF_8), arguments);
	}

	int run(PrintStream out, String... arguments) {
		return BenchCommand.run(arguments,
				new CommandContext(this.root, this.root.resolve("experiments"), this.root.resolve("results"), this.root,
						0, new Terminal(false, out, new PrintStream(this.err, true, StandardCharsets.UTF_8))));
	}

	/** The one line in which wrong input is refused, in Chinese too. */
	String refusal(String... arguments) {
		assertThat(run(arguments)).isEqualTo(2);
		assertThat(stderr()).hasLineCount(1).startsWith("bench: ");
		assertThat(Language.ZH.of(stderr().strip())).containsPattern("\\p{IsHan}");
		return stderr().strip();
	}

	String stdout() {
		return this.out.toString(StandardCharsets.UTF_8);
	}

	String stderr() {
		return this.err.toString(StandardCharsets.UTF_8);
	}

	/** Leaves nothing of what was printed so far. */
	void forget() {
		this.out.reset();
		this.err.reset();
	}

}
