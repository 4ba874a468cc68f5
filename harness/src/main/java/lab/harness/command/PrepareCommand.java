package lab.harness.command;

import java.io.PrintStream;
import java.util.concurrent.Callable;

import lab.harness.model.InvalidInputException;
import lab.harness.run.Launcher;
import lab.harness.run.process.Jdk;
import picocli.CommandLine.Command;

/** The launcher of the command has already built all modules. */
@Command(name = "prepare", mixinStandardHelpOptions = true,
		description = "Fetches and builds everything, so that no experiment needs a network later.")
record PrepareCommand(CommandContext context) implements Callable<Integer> {

	@Override
	public Integer call() {
		new Launcher(this.context.root(), Jdk.current()).extractServices();
		PrintStream out = this.context.out();
		out.println("All modules are built. ./bench run needs no network from now on.");
		out.println("JDK: " + Runtime.version() + "; " + older());
		return 0;
	}

	private static String older() {
		try {
			return "JDK 21, for pinning, at " + Jdk.find(21).home();
		}
		catch (InvalidInputException ex) {
			return "no JDK 21, which pinning compares with: see docs/how-to/other-jdk.md";
		}
	}

}
