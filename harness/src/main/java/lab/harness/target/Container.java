package lab.harness.target;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import lab.harness.target.Docker.State;
import org.jspecify.annotations.Nullable;

/**
 * A JVM in a container of its own, as the first process there. A process of the engine's
 * client follows its output, and ends with it.
 */
public final class Container implements Jvm {

	private static final int LOG_TAIL = 20;

	/** The time that the client has to write the last lines of the output down. */
	private static final Duration LAST_LINES = Duration.ofSeconds(5);

	private final Docker docker;

	private final String container;

	private final JavaProcess output;

	private final Instant startedAt;

	private final CompletableFuture<Integer> exit;

	private @Nullable KernelFiles files;

	private @Nullable CompletableFuture<Void> stopping;

	/**
	 * A container that runs.
	 * @param docker its engine
	 * @param container its name
	 * @param startedAt when the engine started it
	 * @param output what follows its output, with the name for messages
	 */
	Container(Docker docker, String container, Instant startedAt, JavaProcess output) {
		this.docker = docker;
		this.container = container;
		this.output = output;
		this.startedAt = startedAt;
		this.exit = output.exit().thenApplyAsync((code) -> docker.state(container).exitCode());
	}

	/**
	 * Reads files of the kernel within the container.
	 * @param paths their paths with spaces between, which may hold patterns of the shell
	 * @return the lines of all of them, or empty when the container has ended
	 */
	public synchronized Optional<List<String>> kernelFiles(String paths) {
		if (!isAlive()) {
			return Optional.empty();
		}
		if (this.files == null) {
			this.files = KernelFiles.of(this.docker, this.container);
		}
		return this.files.read(paths);
	}

	@Override
	public String name() {
		return this.output.name();
	}

	/** As the kernel has it, from the image, the compose file and the variant. */
	@Override
	public List<String> command() {
		return kernelFiles("/proc/1/cmdline").map((lines) -> List.of(String.join("\n", lines).split("\0")))
			.orElse(List.of());
	}

	@Override
	public Instant startedAt() {
		return this.startedAt;
	}

	@Override
	public boolean isAlive() {
		return this.output.isAlive();
	}

	@Override
	public CompletableFuture<Integer> exit() {
		return this.exit;
	}

	@Override
	public RunFailedException died() throws InterruptedException {
		if (JavaProcess.interrupted(this.output.exit().join())) {
			throw new InterruptedException(name() + " was interrupted");
		}
		State state = this.docker.state(this.container);
		String how = state.running() ? "can no longer be followed: does the engine still answer?"
				: "ended with exit code " + state.exitCode();
		return new RunFailedException("the container of " + name() + " " + how
				+ (state.oomKilled() ? ", OOM-killed: it needed more memory than its limit" : "") + "; its log is "
				+ this.output.log(), lastLogLines(LOG_TAIL));
	}

	@Override
	public List<String> lastLogLines(int count) {
		return this.output.lastLogLines(count);
	}

	@Override
	public synchronized void requestStop() {
		if (this.stopping == null) {
			this.stopping = CompletableFuture.runAsync(() -> this.docker.stop(this.container));
		}
	}

	@Override
	public void stop() {
		requestStop();
		CompletableFuture<Void> stopped = this.stopping;
		if (stopped != null) {
			stopped.join();
		}
		this.output.exit()
			.thenApply((code) -> true)
			.completeOnTimeout(false, LAST_LINES.toMillis(), TimeUnit.MILLISECONDS)
			.join();
		this.output.stop();
		if (this.files != null) {
			this.files.close();
		}
	}

}
