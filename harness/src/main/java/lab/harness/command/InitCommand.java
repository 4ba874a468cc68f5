package lab.harness.command;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.concurrent.Callable;

import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Paths;
import lab.harness.report.Text;
import lab.harness.run.OwnJar;
import lab.harness.run.OwnJar.Part;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code bench init}. What the jar does not tell becomes a comment in the file.
 */
@Command(name = "init", mixinStandardHelpOptions = true, sortOptions = false,
		description = "Writes an experiment file for a service of your own: platform against virtual threads.")
final class InitCommand implements Callable<Integer> {

	/** More than Tomcat's 200 threads, so that their limit shows. */
	private static final int ASSUMED_USERS = 300;

	private static final String ASSUMED_PATH = "/";

	private static final int LONGEST_NAME = 50;

	private final CommandContext context;

	@Option(names = "--jar", paramLabel = "JAR", required = true,
			description = "The jar of a Spring Boot service, such as target/orders.jar.")
	private Path jar = Path.of("");

	@Option(names = "--path", paramLabel = "PATH",
			description = "Path and query of the request to measure, such as /orders/42 (default: " + ASSUMED_PATH
					+ ", as an assumption).")
	private @Nullable String path;

	@Option(names = "--users", paramLabel = "N",
			description = "Users who wait at the same time (default: " + ASSUMED_USERS + ", as an assumption).")
	private @Nullable Integer users;

	@Option(names = "--out", paramLabel = "FILE",
			description = "The file to write (default: experiments/NAME.yml, with the name of the jar).")
	private @Nullable Path out;

	InitCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() {
		InvalidInputException.requireRange("--users", this.users, 1, Load.MOST_USERS);
		if (this.path != null) {
			Paths.of(this.path);
		}
		OwnJar service = OwnJar.read(this.jar.toString(), "--jar");
		InvalidInputException.require(service.isSpringBoot(), "--jar",
				this.jar + " is no jar of Spring Boot, so no property switches its threads; write the file by hand, "
						+ "with 'arguments' in place of 'properties', or with 'command' in place of 'jar'");
		InvalidInputException.require(!service.has(Part.SPRING_BOOT) || service.has(Part.VIRTUAL_THREADS), "--jar",
				this.jar + " has a Spring Boot that cannot use virtual threads; they need Spring Boot 3.2 or newer");
		Path file = file();
		InitServer server = InitServer.of(service);
		write(file, text(server, file));
		String name = (this.out != null) ? this.out.toString() : ExperimentFile.stem(file);
		this.context.out().println("Written to " + ((this.out != null) ? this.out : file));
		this.context.out().println(Text.capital(server.words()) + ".");
		this.context.out().println("Read its comments, then: ./bench run " + name);
		return 0;
	}

	private Path file() {
		if (this.out == null) {
			return this.context.experiments().resolve(name() + ExperimentFile.EXTENSION);
		}
		InvalidInputException.require(
				ExperimentFile.isName(ExperimentFile.stem(this.out))
						&& this.out.toString().endsWith(ExperimentFile.EXTENSION),
				"--out",
				"'" + this.out + "' cannot name an experiment; use a-z, 0-9 and hyphens, and the extension .yml");
		return this.out;
	}

	/** The name of the jar without its version: orders of Orders-1.0.0-SNAPSHOT.jar. */
	private String name() {
		String name = String.valueOf(this.jar.getFileName())
			.toLowerCase(Locale.ROOT)
			.replaceFirst("\\.jar$", "")
			.replaceFirst("-\\d+(\\..*|-.*)?$", "")
			.replaceAll("[^a-z0-9]+", "-")
			.replaceFirst("^-", "");
		return name.isEmpty() ? "own-service" : name.substring(0, Math.min(name.length(), LONGEST_NAME));
	}

	private static void write(Path file, String text) {
		try {
			Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
		}
		catch (FileAlreadyExistsException ex) {
			throw new InvalidInputException("--out: " + file + " is there already; name another file", ex);
		}
		catch (IOException ex) {
			throw new InvalidInputException(
					"--out: " + file + " cannot be written: " + InvalidInputException.reason(ex), ex);
		}
	}

	private String text(InitServer server, Path file) {
		String assumedPath = ASSUMED_PATH + " # assumed: the request to measure, with its query";
		String assumedUsers = ASSUMED_USERS
				+ " # assumed: users who wait at the same time; requests a second x seconds of one";
		return """
				question: %s
				service:
				  jar: %s
				  # arguments: ["--PROPERTY=${backend}"] # PROPERTY: the one that holds the address of the service that it calls
				# backend: { latency: fixed 500ms } # assumed: the time that it waits there
				# With these two lines the slow backend stands in for that service, and the report has the ceiling of the law.
				load:
				  path: %s
				  users: %s
				  ramp: 15s # the users start one after the other, and the window begins when the code has met all of them
				  measure: 30s
				expect: no-errors
				rounds: 3
				together: auto # the variants at the same time, if the processors have room; false if they share a database
				%s"""
			.formatted(server.question().formatted(name()), quoted(relative(file)),
					(this.path != null) ? quoted(this.path) : assumedPath,
					(this.users != null) ? this.users : assumedUsers, server.variants());
	}

	/** The jar as seen from the folder of the file, or absolute on another drive. */
	private String relative(Path file) {
		Path absolute = this.jar.toAbsolutePath().normalize();
		Path folder = file.toAbsolutePath().normalize().getParent();
		try {
			return ((folder != null) ? folder.relativize(absolute) : absolute).toString()
				.replace(File.separatorChar, '/');
		}
		catch (IllegalArgumentException ex) {
			return absolute.toString().replace(File.separatorChar, '/');
		}
	}

	/** A text in YAML, in quotes if it has a character that may mean something else. */
	private static String quoted(String text) {
		return text.matches("[A-Za-z0-9._/?=&-]+") ? text
				: '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
	}

}
