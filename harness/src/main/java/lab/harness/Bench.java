package lab.harness;

import lab.harness.command.BenchCommand;

/**
 * Starts the command {@code bench}.
 */
public final class Bench {

	private Bench() {
	}

	public static void main(String[] args) {
		int code = BenchCommand.run(args, System.out, System.err);
		// After Ctrl-C the JVM is on its way out with that code, and would wait for us
		// for ever.
		if (code != BenchCommand.INTERRUPTED) {
			System.exit(code);
		}
	}

}
