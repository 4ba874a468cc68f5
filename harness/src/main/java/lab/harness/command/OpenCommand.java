package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import lab.harness.report.Report;
import lab.harness.run.process.PageOpener;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "open", mixinStandardHelpOptions = true,
		description = "Opens a report in the browser: the newest, or that of a result.")
final class OpenCommand implements Callable<Integer> {

	private final CommandContext context;

	private final PageOpener opener;

	@Parameters(arity = "0..1", paramLabel = "RESULT",
			description = "A result folder, such as results/comparison/latest, an experiment that was run, or a page "
					+ "(default: the newest result).")
	private @Nullable Path result;

	OpenCommand(CommandContext context, PageOpener opener) {
		this.context = context;
		this.opener = opener;
	}

	@Override
	public Integer call() throws InterruptedException {
		Path page = (this.result != null) ? page(this.result) : newest();
		this.context.out().println(page);
		if (this.opener.open(page)) {
			return 0;
		}
		this.context.err().println("bench: no browser could be started; open the file above in one");
		return BenchCommand.FAILED;
	}

	private Path page(Path result) {
		if (Files.isRegularFile(result) && result.toString().endsWith(".html")) {
			return result;
		}
		Path latest = this.context.results().resolve(result).resolve(ResultFolder.LATEST);
		return Stream.of(result, latest)
			.map(ResultFolder::resolveLatest)
			.map((folder) -> folder.resolve(Report.HTML))
			.filter(Files::isRegularFile)
			.findFirst()
			.orElseThrow(() -> new InvalidInputException(result + " has no " + Report.HTML
					+ "; name a result folder such as results/comparison/latest, or an experiment that was run"));
	}

	private Path newest() {
		return children(this.context.results()).stream()
			.flatMap((experiment) -> children(experiment).stream())
			.filter((folder) -> ResultFolder.isNamedAfterTime(folder)
					&& Files.isRegularFile(folder.resolve(Report.HTML)))
			// The name is the time of its start.
			.max(Comparator.comparing((folder) -> String.valueOf(folder.getFileName())))
			.map((folder) -> folder.resolve(Report.HTML))
			.orElseThrow(() -> new InvalidInputException(this.context.results()
					+ " holds no report yet; './bench run comparison --quick' makes one in 2 minutes"));
	}

	private static List<Path> children(Path folder) {
		if (!Files.isDirectory(folder)) {
			return List.of();
		}
		try (Stream<Path> children = Files.list(folder)) {
			return children.toList();
		}
		catch (IOException ex) {
			throw new InvalidInputException(folder + " cannot be read: " + ex.getMessage(), ex);
		}
	}

}
