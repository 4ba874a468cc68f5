package lab.harness.model;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A service of the reader's own: a jar, another command, or one that runs already.
 *
 * @param jar path of its jar, or null
 * @param command its command in words, empty for none
 * @param url address of a service that runs already and is never stopped, or null
 * @param ready path that answers with success when it is ready, or null for a usual one
 * @param slots the requests that it serves at once, {@code none} for no limit, or null if
 * the file does not say
 * @param arguments arguments of the program in the jar, or further words of the command
 */
public record OwnService(@Nullable String jar, List<String> command, @Nullable String url, @Nullable String ready,
		@Nullable String slots, List<String> arguments) implements Application {

	/** The port that the harness gives, beside those of the shipped apps. */
	public static final int PORT = 8086;

	/** The word for no limit. */
	public static final String NO_LIMIT = "none";

	private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

	public OwnService {
		command = List.copyOf(Objects.requireNonNullElse(command, List.of()));
		arguments = List.copyOf(Objects.requireNonNullElse(arguments, List.of()));
		long kinds = Stream.of(jar != null, !command.isEmpty(), url != null).filter((given) -> given).count();
		InvalidInputException.require(kinds == 1, "service",
				"a service has exactly one of 'jar', 'command' and 'url'; this one has " + kinds);
		InvalidInputException.require(url == null || isLoopback(url), "url",
				"'" + url + "' is not on this machine; write one such as http://127.0.0.1:8080, without a path");
		InvalidInputException.require(url == null || arguments.isEmpty(), "arguments",
				"a service that runs already takes no arguments");
		InvalidInputException.require(ready == null || ready.startsWith("/"), "ready",
				"invalid path '" + ready + "'; write one that begins with a slash, such as /health");
		InvalidInputException.require(
				slots == null || slots.equals(NO_LIMIT) || slots.matches("[1-9]\\d{0,5}|\\$\\{[a-z-]+}"), "slots",
				"'" + slots + "' is not accepted; write a number of requests, or " + NO_LIMIT);
	}

	private static boolean isLoopback(String url) {
		try {
			URI uri = URI.create(url);
			return "http".equals(uri.getScheme()) && uri.getHost() != null && LOOPBACK.contains(uri.getHost())
					&& Set.of("", "/").contains(uri.getPath());
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	/** Whether the harness starts and stops it. */
	public boolean started() {
		return this.url == null;
	}

	@Override
	public int port() {
		int port = (this.url != null) ? URI.create(this.url).getPort() : PORT;
		return (port > 0) ? port : 80;
	}

	@Override
	public OwnService at(Point point) {
		return new OwnService(this.jar, this.command.stream().map((word) -> Subject.at(word, point)).toList(), this.url,
				this.ready, (this.slots != null) ? Subject.at(this.slots, point) : null,
				this.arguments.stream().map((word) -> Subject.at(word, point)).toList());
	}

	/**
	 * Words of the command that name a file beside the experiment stand for that file.
	 */
	@Override
	public OwnService resolved(Path experiment) {
		Path file = experiment.toAbsolutePath();
		return new OwnService((this.jar != null) ? DataFile.beside(file, "jar", this.jar) : null,
				this.command.stream().map((word) -> existing(file, word)).toList(), this.url, this.ready, this.slots,
				this.arguments);
	}

	private static String existing(Path file, String word) {
		try {
			Path beside = file.resolveSibling(word).normalize();
			return Files.isRegularFile(beside) ? beside.toString() : word;
		}
		catch (InvalidPathException ex) {
			return word;
		}
	}

	/** The name of its process. */
	@Override
	public String toString() {
		return "the service";
	}

}
