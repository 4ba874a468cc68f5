package lab.harness.run.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import lab.harness.model.RunFailedException;
import lab.harness.run.HostKernel;
import lab.harness.run.JavaProcess;
import lab.harness.run.Jvm;
import lab.harness.run.Kernel;
import lab.harness.run.docker.Docker.State;
import org.jspecify.annotations.Nullable;

/**
 * A JVM in a container of its own, as the first process there. A process of the engine's
 * client follows its output, and ends with it.
 */
final class Container implements Jvm {

	/** The time that the client has to write the last lines of the output. */
	private static final Duration LAST_LINES = Duration.ofSeconds(5);

	/** The exit code of a container of which the engine does not tell. */
	private static final int UNKNOWN = -1;

	private final Docker docker;

	private final String container;

	private final JavaProcess output;

	private final Instant startedAt;

	/** The files of the process on this machine, or null in a virtual one. */
	private final @Nullable Path process;

	private final CompletableFuture<Integer> exit;

	private @Nullable Kernel kernel;

	private @Nullable CompletableFuture<Void> stopping;

	/**
	 * A container that was started.
	 * @param container its name
	 * @param askedAt when the engine was asked to start it, for where it does not tell
	 * @param proc {@code /proc} of this machine if its kernel is the engine's, or null
	 * @param output follows its output, with the name in messages
	 */
	Container(Docker docker, String container, Instant askedAt, @Nullable Path proc, JavaProcess output) {
		this.docker = docker;
		this.container = container;
		this.output = output;
		Optional<State> state = docker.state(container);
		this.startedAt = state.map(State::startedAt).orElse(askedAt);
		long pid = state.map(State::pid).orElse(0L);
		this.process = (proc != null && isFirstInContainer(proc.resolve(String.valueOf(pid))))
				? proc.resolve(String.valueOf(pid)) : null;
		this.exit = output.exit()
			.thenApplyAsync((code) -> docker.state(container).map(State::exitCode).orElse(UNKNOWN));
	}

	/**
	 * Whether the engine means the process that this machine calls so: the last of its
	 * ids, that within the container, is 1 (proc_pid_status(5)).
	 */
	private static boolean isFirstInContainer(Path process) {
		try (Stream<String> lines = Files.lines(process.resolve("status"))) {
			return lines.anyMatch((line) -> line.matches("NSpid:(\\s+\\d+)+\\s+1"));
		}
		catch (IOException ex) {
			return false;
		}
	}

	@Override
	public String name() {
		return this.output.name();
	}

	/** As the kernel has it, from the image, the compose file and the variant. */
	@Override
	public List<String> command() {
		if (this.process != null) {
			try {
				return List.of(Files.readString(this.process.resolve("cmdline")).split("\0"));
			}
			catch (IOException ex) {
				return List.of();
			}
		}
		return (kernel() instanceof ContainerKernel within) ? within.read("/proc/1/cmdline")
			.map((lines) -> List.of(String.join("\n", lines).split("\0")))
			.orElse(List.of()) : List.of();
	}

	/**
	 * Where the engine shares this kernel, its files are read outside of the container:
	 * what measures is not slowed down by the CPU quota of what is measured.
	 */
	@Override
	public synchronized Kernel kernel() {
		Kernel known = this.kernel;
		if (known == null) {
			known = (this.process != null) ? HostKernel.of(Long.parseLong(String.valueOf(this.process.getFileName())),
					this.process.resolve("net")) : new ContainerKernel(this.docker, this.container);
			this.kernel = known;
		}
		return known;
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
		String how = this.docker.state(this.container)
			.filter((state) -> !state.running())
			.map((state) -> "ended with exit code " + state.exitCode()
					+ (state.oomKilled() ? ", OOM-killed: it needed more memory than its limit" : ""))
			.orElse("can no longer be followed: does the engine still answer?");
		return new RunFailedException("the container of " + name() + " " + how + "; its log is " + this.output.log(),
				lastLogLines(LOG_TAIL));
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
		if (this.kernel instanceof ContainerKernel within) {
			within.close();
		}
	}

}
