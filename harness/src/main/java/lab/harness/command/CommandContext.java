package lab.harness.command;

import java.io.PrintStream;
import java.nio.file.Path;

import lab.harness.analysis.Findings;
import lab.harness.model.DataFile;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.result.Result;
import lab.harness.report.Language;

/**
 * What a command works with.
 *
 * @param root the checkout
 * @param system the root of the file system
 * @param repeats how often a disturbed run is repeated at most
 */
record CommandContext(Path root, Path experiments, Path results, Path system, int repeats, Terminal terminal) {

	static CommandContext ofProcess(PrintStream out, PrintStream err) {
		Path root = Path.of(System.getProperty("bench.root", "")).toAbsolutePath().normalize();
		return new CommandContext(root, root.resolve("experiments"), root.resolve("results"), Path.of("/"), 2,
				new Terminal(Boolean.getBoolean("bench.terminal"), out, err));
	}

	PrintStream out() {
		return this.terminal.out();
	}

	PrintStream err() {
		return this.terminal.err();
	}

	Language language() {
		return this.terminal.language();
	}

	/** The folder of the record of an experiment, which need not be there. */
	Path recordFolder(String experiment) {
		return this.root.resolve("docs/results").resolve(experiment);
	}

	/**
	 * The findings of a record.
	 * @param name the name of its experiment
	 */
	Findings record(String name) {
		return Findings.of(DataFile.read(recordFolder(name).resolve(Result.FILE), Result.class),
				new ExperimentFile(ExperimentFile.find(this.experiments, name)).experiment());
	}

}
