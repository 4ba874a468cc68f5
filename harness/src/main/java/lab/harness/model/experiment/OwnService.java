package lab.harness.model.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.Durations;
import lab.harness.model.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * A service of the reader's own: a jar, another command, or one that runs already.
 *
 * @param jar path of its jar, or null
 * @param command its command in words, empty for none
 * @param url address of a service that runs already and is never stopped, or null
 * @param ready path that answers with success when it is ready, or null for a usual one
 * @param readyWithin the longest time from its start until it is ready, above 0
 * @param slots the requests that it serves at once, {@code none} for no limit, or null if
 * the file does not say
 * @param meanWait the mean time that a request waits for others, above 0, or null if the
 * file does not say
 * @param arguments arguments of the program in the jar, or further words of the command
 * @param folder the folder to start it in, or null for that of the run
 */
public record OwnService(@Nullable String jar, List<String> command, @Nullable ServiceUrl url, @Nullable String ready,
		Duration readyWithin, @Nullable String slots, @Nullable Duration meanWait, List<String> arguments,
		@Nullable String folder) implements Application {

	/**
	 * The port that the harness gives if no argument fixes another. Only one service runs
	 * at a time, so it shares the port of {@link App#COROUTINES}.
	 */
	public static final int PORT = 8086;

	/** The usual time to become ready. */
	public static final Duration READY_WITHIN = Duration.ofSeconds(60);

	private static final Duration MOST_READY_WITHIN = Duration.ofMinutes(60);

	/** The word for no limit. */
	public static final String NO_LIMIT = "none";

	/** The words that stand for the ports and for the address of the slow backend. */
	public static final String PORT_WORD = "${port}";

	public static final String MANAGEMENT_WORD = "${management}";

	public static final String BACKEND_WORD = "${backend}";

	/** The word for the {@code java} of the JDK that the harness chose. */
	public static final String JAVA_WORD = "${java}";

	/** The argument of Spring Boot that fixes the port. */
	private static final Pattern FIXED_PORT = Pattern.compile("--server\\.port=(\\d{1,5})");

	private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

	private static final String READY = "/(" + Paths.CHARACTER + ")*";

	private static final String SLOTS = "[1-9]\\d{0,5}|" + NO_LIMIT;

	/** A path of the health of an Actuator, or another of its endpoints. */
	private static final Pattern ACTUATOR = Pattern.compile("(.*/actuator)/.*|(.*)/health(?:/.*)?");

	public OwnService {
		command = List.copyOf(Objects.requireNonNullElse(command, List.of()));
		arguments = List.copyOf(Objects.requireNonNullElse(arguments, List.of()));
		readyWithin = Objects.requireNonNullElse(readyWithin, READY_WITHIN);
		long kinds = Stream.of(jar != null, !command.isEmpty(), url != null).filter((given) -> given).count();
		InvalidInputException.require(kinds == 1, "service",
				"a service has exactly one of 'jar', 'command' and 'url'; this one has " + kinds);
		InvalidInputException.require(command.isEmpty() || names(PORT_WORD, command, arguments), "command",
				"write ${port} where the command takes its port, which the harness chooses");
		InvalidInputException.require(url == null || arguments.isEmpty(), "arguments",
				"a service that runs already takes no arguments");
		InvalidInputException.requireRange("arguments", fixedPort(arguments), 1,
				ServiceUrl.MOST_PORT - App.MANAGEMENT_OFFSET);
		InvalidInputException.require(url == null || folder == null, "folder",
				"a service that runs already is not started in a folder");
		InvalidInputException.require(ready == null || ready.matches(READY), "ready",
				"invalid path '" + ready + "'; write one that begins with a slash, such as /health");
		InvalidInputException.require(readyWithin.isPositive() && readyWithin.compareTo(MOST_READY_WITHIN) <= 0,
				"ready-within", Durations.format(readyWithin) + " is not accepted; write a time above 0, at most "
						+ Durations.format(MOST_READY_WITHIN));
		InvalidInputException.require(meanWait == null || meanWait.isPositive(), "mean-wait",
				"0s is not accepted; write a time above 0, such as 500ms");
		// The point of an axis replaces a word.
		requireSlots(slots, SLOTS + "|\\$\\{[a-z-]+}");
	}

	private static void requireSlots(@Nullable String slots, String accepted) {
		InvalidInputException.require(slots == null || slots.matches(accepted), "slots",
				"'" + slots + "' is not accepted; write a number of requests, or " + NO_LIMIT);
	}

	/**
	 * The properties that every variant of a Spring Boot service gets. Without an address
	 * it would listen on all of the machine.
	 */
	public static Map<String, String> properties(boolean hasActuator) {
		Map<String, String> given = new LinkedHashMap<>();
		given.put("server.port", PORT_WORD);
		given.put("server.address", "127.0.0.1");
		given.put("server.tomcat.mbeanregistry.enabled", "true");
		if (hasActuator) {
			given.put("management.server.port", MANAGEMENT_WORD);
			given.put("management.server.address", "127.0.0.1");
			given.put("management.server.base-path", "");
			given.put("management.endpoints.web.base-path", "/actuator");
			given.put("management.endpoints.web.exposure.include", "health,metrics");
		}
		return given;
	}

	private static boolean names(String word, List<String> command, List<String> arguments) {
		return Stream.concat(command.stream(), arguments.stream()).anyMatch((text) -> text.contains(word));
	}

	/** Whether the command or an argument has a word that the harness replaces. */
	public boolean names(String word) {
		return names(word, this.command, this.arguments);
	}

	/** A command decides the flags itself, if it starts a JVM. */
	@Override
	public boolean hasJvmFlags() {
		return this.jar != null;
	}

	/** Whether the harness starts and stops it. */
	public boolean isStarted() {
		return this.url == null;
	}

	@Override
	public void requireLoopback() {
		InvalidInputException.require(LOOPBACK.contains(host()), "url", "'" + this.url
				+ "' is not on this machine; if its host and network are yours, say so with --trusted-network");
	}

	@Override
	public void requireCounters(String key) {
		throw new InvalidInputException(key,
				"'" + key + "' needs the counters of a shipped app; leave it out for a service of your own");
	}

	@Override
	public String host() {
		return (this.url != null) ? this.url.host() : Application.super.host();
	}

	@Override
	public String scheme() {
		return (this.url != null) ? this.url.scheme() : Application.super.scheme();
	}

	@Override
	public @Nullable String authorization() {
		return (this.url != null) ? this.url.authorization() : null;
	}

	@Override
	public int port() {
		return (this.url != null) ? this.url.port() : Objects.requireNonNullElse(fixedPort(this.arguments), PORT);
	}

	/** The port that an argument fixes, or null. */
	private static @Nullable Integer fixedPort(List<String> arguments) {
		return arguments.stream()
			.map(FIXED_PORT::matcher)
			.filter(Matcher::matches)
			.map((port) -> Integer.valueOf(port.group(1)))
			.findFirst()
			.orElse(null);
	}

	/**
	 * The paths at which Actuator may be: the one of which {@code ready} is an endpoint,
	 * and the usual one.
	 */
	public List<String> actuators() {
		Matcher endpoint = ACTUATOR.matcher((this.ready != null) ? this.ready : "");
		Stream<String> before = endpoint.matches()
				? Stream.of((endpoint.group(1) != null) ? endpoint.group(1) : endpoint.group(2)) : Stream.of();
		return Stream.concat(before, Stream.of("/actuator")).distinct().toList();
	}

	/** Whether {@code ready} says that there is an Actuator. */
	public boolean hasActuator() {
		return this.ready != null && this.ready.contains("/actuator/");
	}

	@Override
	public OwnService at(Point point) {
		String slotsAtPoint = (this.slots != null) ? Subject.at(this.slots, point) : null;
		requireSlots(slotsAtPoint, SLOTS);
		return new OwnService(this.jar, this.command.stream().map((word) -> Subject.at(word, point)).toList(), this.url,
				this.ready, this.readyWithin, slotsAtPoint, this.meanWait,
				this.arguments.stream().map((word) -> Subject.at(word, point)).toList(), this.folder);
	}

	/** The service with its files, and the folder of a command, beside the experiment. */
	@Override
	public OwnService resolved(Path experiment) {
		Path file = experiment.toAbsolutePath();
		String start = (this.folder == null && !this.command.isEmpty()) ? "." : this.folder;
		return new OwnService((this.jar != null) ? DataFile.beside(file, "jar", this.jar) : null, this.command,
				this.url, this.ready, this.readyWithin, this.slots, this.meanWait, this.arguments,
				(start != null) ? DataFile.beside(file, "folder", start) : null);
	}

	/** The name of its process. */
	@Override
	public String toString() {
		return "the service";
	}

}
