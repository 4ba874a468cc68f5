package lab.harness.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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
	public Integer call() {
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
	Path report() {
		String given = this.result;
		if (given == null) {
			return newest(this.context.results()).orElseThrow(OpenCommand::none);
		}
		Path folder = ResultFolder.resolveLatest(Path.of(given));
		if (Files.isRegularFile(folder.resolve(Report.HTML))) {
			return folder.resolve(Report.HTML).toAbsolutePath().normalize();
		}
		Path experiment = this.context.results().resolve(given);
		Optional<Path> newest = given.matches("[a-z0-9-]+") ? newest(experiment) : Optional.empty();
		return newest.orElseThrow(() -> new InvalidInputException("'" + given
				+ "' is neither a result folder nor an experiment with a report; such are: " + withReport()));
	}

	/** The report below a folder that was written last. */
	private static Optional<Path> newest(Path folder) {
		if (!Files.isDirectory(folder)) {
			return Optional.empty();
		}
		try (Stream<Path> files = Files.walk(folder, 3)) {
			return files.filter((file) -> file.endsWith(Report.HTML))
				.max(Comparator.comparingLong((file) -> file.toFile().lastModified()))
				.map((file) -> file.toAbsolutePath().normalize());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static InvalidInputException none() {
		return new InvalidInputException("there is no report yet; run one, such as ./bench run comparison --quick");
	}

	/**
	 * The experiments that have a report; other folders keep files of classes and of
	 * containers.
	 */
	private String withReport() {
		try (Stream<Path> folders = Files.list(this.context.results())) {
			return folders.filter((folder) -> newest(folder).isPresent())
				.map((folder) -> String.valueOf(folder.getFileName()))
				.sorted()
				.collect(Collectors.collectingAndThen(Collectors.joining(", "),
						(names) -> names.isEmpty() ? "none yet" : names));
		}
		catch (NoSuchFileException ex) {
			return "none yet";
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
