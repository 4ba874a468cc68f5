package lab.harness.target;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import lab.harness.experiment.InvalidInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The client {@code docker}, which knows the engine that the user works with, wherever
 * its socket is.
 */
final class Docker {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

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
	 * What a command of the client said.
	 *
	 * @param code its exit code, 0 when it went well
	 * @param out its output
	 * @param err its complaints
	 */
	record Answer(int code, String out, String err) {

		/** The last line of the complaints, which says why. */
		String why() {
			return this.err.lines()
				.map(String::strip)
				.filter((line) -> !line.isEmpty())
				.reduce((earlier, later) -> later)
				.orElse("exit code " + this.code);
		}

	}

	/**
	 * How a container is.
	 *
	 * @param running whether it runs
	 * @param oomKilled whether the kernel killed it for its memory
	 * @param exitCode its exit code, -1 when the engine did not tell
	 * @param startedAt when it was started
	 */
	record State(boolean running, boolean oomKilled, int exitCode, Instant startedAt) {

		static final State UNKNOWN = new State(true, false, -1, Instant.EPOCH);

	}

	/** The command that the words make, for a process that goes on. */
	List<String> command(List<String> words) {
		List<String> command = new ArrayList<>(List.of(this.program));
		command.addAll(words);
		return command;
	}

	/** Takes the variables out that would change what is measured without being seen. */
	void clean(Map<String, String> environment) {
		environment.keySet().removeIf((name) -> name.startsWith("COMPOSE_") || this.hidden.contains(name));
	}

	/** Starts a command that is spoken to. */
	Process start(String... words) {
		return start(List.of(words));
	}

	private Process start(List<String> words) {
		ProcessBuilder builder = new ProcessBuilder(command(words)).directory(this.root.toFile());
		clean(builder.environment());
		try {
			return builder.start();
		}
		catch (IOException ex) {
			throw new InvalidInputException("no program '" + this.program
					+ "' on the PATH: install Docker Engine or Docker Desktop, or run without --on docker");
		}
	}

	/**
	 * Runs a command to its end, which an interrupt does not shorten: what is half done
	 * could not be cleaned up.
	 */
	Answer run(List<String> words) {
		Process process = start(words);
		CompletableFuture<Void> late = CompletableFuture.runAsync(() -> kill(process),
				CompletableFuture.delayedExecutor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
		CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
		String out = text(process.getInputStream());
		int code = process.onExit().join().exitValue();
		String complaints = late.isDone() ? "no answer within " + PATIENCE.toSeconds() + " s" : err.join();
		late.cancel(true);
		return new Answer(code, out.strip(), complaints);
	}

	/** What a command answers as JSON, or the reason why not as an exception. */
	JsonNode json(List<String> words) {
		Answer answer = run(words);
		if (answer.code() != 0) {
			throw new InvalidInputException("docker " + String.join(" ", words) + ": " + answer.why());
		}
		return parse(answer.out());
	}

	static JsonNode parse(String text) {
		try {
			return JSON.readTree(text);
		}
		catch (JacksonException ex) {
			throw new InvalidInputException("docker gave no JSON: " + ex.getOriginalMessage());
		}
	}

	/** How a container is; unknown where the engine does not tell. */
	State state(String container) {
		Answer answer = run(List.of("inspect", "--type", "container", "--format", "{{json .State}}", container));
		if (answer.code() != 0) {
			return State.UNKNOWN;
		}
		JsonNode state = parse(answer.out());
		return new State(state.path("Running").asBoolean(), state.path("OOMKilled").asBoolean(),
				state.path("ExitCode").asInt(), Instant.parse(state.path("StartedAt").asString()));
	}

	/** Asks a container to end, and kills it when it has not ended after 10 s. */
	void stop(String container) {
		run(List.of("stop", "--time", STOP_SECONDS, container));
	}

	private static void kill(Process process) {
		process.descendants().forEach(ProcessHandle::destroyForcibly);
		process.destroyForcibly();
	}

	private static String text(InputStream stream) {
		try (stream) {
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
