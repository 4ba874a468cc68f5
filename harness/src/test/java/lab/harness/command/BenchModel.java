package lab.harness.command;

import java.nio.file.Path;
import java.util.List;

import picocli.CommandLine;

/**
 * The command as picocli knows it, for tests of the documents.
 */
public final class BenchModel {

	/** Every code that it ends with. */
	public static final List<Integer> EXIT_CODES = List.of(0, BenchCommand.FAILED, BenchCommand.WRONG_USAGE,
			BenchCommand.INTERRUPTED);

	private BenchModel() {
	}

	/**
	 * The command, ready to parse.
	 * @param root the checkout
	 */
	public static CommandLine of(Path root) {
		return BenchCommand.commandLine(new CommandContext(root, root.resolve("experiments"), root.resolve("results"),
				root, 0, new Terminal(false, System.out, System.err)));
	}

}
