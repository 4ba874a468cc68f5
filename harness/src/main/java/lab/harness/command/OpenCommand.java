package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import lab.harness.report.Report;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "open", mixinStandardHelpOptions = true,
		description = "Opens the newest report in the browser, and prints its path.")
final class OpenCommand implements Callable<Integer> {

	private final CommandContext context;

	@Parameters(paramLabel = "RESULT", arity = "0..1",
			description = "A result folder, or an experiment whose newest report is opened (default: the newest of all).")
	private @Nullable String result;

	OpenCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() throws IOException {
		Path report = report();
		this.context.out().println(report);
		try {
			new ProcessBuilder(command(System.getProperty("os.name"), report)).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start();
		}
		catch (IOException ex) {
			this.context.err().println("No browser could be started here; open the file in one.");
		}
		return 0;
	}

	/** The command by which a system opens a file in the program of its kind. */
	static List<String> command(String system, Path file) {
		String name = system.toLowerCase(Locale.ROOT);
		if (name.startsWith("windows")) {
			return List.of("rundll32", "url.dll,FileProtocolHandler", file.toString());
		}
		return List.of(name.startsWith("mac") ? "open" : "xdg-open", file.toString());
	}

	/** The report that is meant. */
	Path report() throws IOException {
		String given = this.result;
		if (given == null) {
			return newest(this.context.results());
		}
		Path folder = ResultFolder.resolveLatest(Path.of(given));
		if (Files.isRegularFile(folder.resolve(Report.HTML))) {
			return folder.resolve(Report.HTML).toAbsolutePath().normalize();
		}
		Path experiment = this.context.results().resolve(given);
		if (!given.matches("[a-z0-9-]+") || !Files.isDirectory(experiment)) {
			throw new InvalidInputException(
					"'" + given + "' is neither a result folder nor an experiment with a result; " + "such are: "
							+ String.join(", ", names(this.context.results())));
		}
		return newest(experiment);
	}

	/** The report below a folder that was written last. */
	private static Path newest(Path folder) throws IOException {
		if (Files.isDirectory(folder)) {
			try (Stream<Path> files = Files.walk(folder, 3)) {
				return files.filter((file) -> file.endsWith(Report.HTML))
					.max(Comparator.comparing(OpenCommand::written))
					.map((file) -> file.toAbsolutePath().normalize())
					.orElseThrow(OpenCommand::none);
			}
		}
		throw none();
	}

	private static long written(Path file) {
		return file.toFile().lastModified();
	}

	private static InvalidInputException none() {
		return new InvalidInputException("there is no report yet; run one, such as ./bench run comparison --quick");
	}

	private static List<String> names(Path results) throws IOException {
		if (!Files.isDirectory(results)) {
			return List.of("none yet");
		}
		try (Stream<Path> folders = Files.list(results)) {
			return folders.filter(Files::isDirectory)
				.map((path) -> String.valueOf(path.getFileName()))
				.sorted()
				.toList();
		}
	}

}
