package lab.harness.run.docker;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import lab.harness.model.InvalidInputException;
import lab.harness.run.CommandOutput;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The client {@code docker}, which knows the engine that the user works with, wherever
 * its socket is.
 */
final class Docker {

	private static final Duration LIMIT = Duration.ofSeconds(60);

	/** What the engine gives a container to end by itself. */
	private static final String STOP_SECONDS = "10";

	private static final JsonMapper JSON = JsonMapper.shared();

	private final String program;

	private final Path root;

	private final Set<String> hidden;

	/**
	 * The client.
	 * @param program its name or path
	 * @param root folder to run it in
	 * @param hidden names of variables that it must not see
	 */
	Docker(String program, Path root, Set<String> hidden) {
		this.program = program;
		this.root = root;
		this.hidden = Set.copyOf(hidden);
	}

	/**
	 * The state of a container.
	 *
	 * @param running whether it runs
	 * @param oomKilled whether the kernel killed it for its memory
	 * @param exitCode its exit code
	 * @param startedAt when it was started
	 * @param pid process id of its first process, as the engine's kernel counts; 0 if it
	 * does not run
	 */
	record State(boolean running, boolean oomKilled, int exitCode, Instant startedAt, long pid) {
	}

	Path root() {
		return this.root;
	}

	/** The command that the words make, for a process that keeps running. */
	List<String> command(List<String> words) {
		List<String> command = new ArrayList<>(List.of(this.program));
		command.addAll(words);
		return command;
	}

	/** Removes the variables that would change what is measured without being seen. */
	void clean(Map<String, String> environment) {
		environment.keySet().removeIf((name) -> name.startsWith("COMPOSE_") || this.hidden.contains(name));
	}

	/** Starts a command that is spoken to. */
	Process start(String... words) throws IOException {
		return builder(List.of(words)).start();
	}

	/**
	 * Runs a command to its end.
	 * @throws InvalidInputException if there is no such client
	 */
	CommandOutput run(List<String> words) {
		try {
			return CommandOutput.of(builder(words), LIMIT);
		}
		catch (IOException ex) {
			throw new InvalidInputException("no program '" + this.program
					+ "' on the PATH: install Docker Engine or Docker Desktop, or run without --on docker");
		}
	}

	private ProcessBuilder builder(List<String> words) {
		ProcessBuilder builder = new ProcessBuilder(command(words)).directory(this.root.toFile());
		clean(builder.environment());
		return builder;
	}

	/**
	 * What a command answers as JSON.
	 * @throws InvalidInputException if it fails, with the reason
	 */
	JsonNode json(List<String> words) {
		CommandOutput output = run(words);
		if (output.code() != 0) {
			throw new InvalidInputException("docker " + String.join(" ", words) + ": " + output.why());
		}
		return parse(output.out());
	}

	static JsonNode parse(String text) {
		try {
			return JSON.readTree(text);
		}
		catch (JacksonException ex) {
			throw new InvalidInputException("docker gave no JSON: " + ex.getOriginalMessage());
		}
	}

	/** The state of a container, or empty if the engine does not know it. */
	Optional<State> state(String container) {
		CommandOutput output = run(List.of("inspect", "--type", "container", "--format", "{{json .State}}", container));
		if (output.code() != 0) {
			return Optional.empty();
		}
		JsonNode state = parse(output.out());
		return Optional.of(new State(state.path("Running").asBoolean(), state.path("OOMKilled").asBoolean(),
				state.path("ExitCode").asInt(), Instant.parse(state.path("StartedAt").asString()),
				state.path("Pid").asLong(0)));
	}

	/** Asks a container to end, and kills it if it has not ended after 10 s. */
	void stop(String container) {
		run(List.of("stop", "--time", STOP_SECONDS, container));
	}

}
