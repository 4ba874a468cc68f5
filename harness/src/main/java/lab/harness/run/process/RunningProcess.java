package lab.harness.run.process;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A process that the harness did not start. It is watched where it is visible, and never
 * stopped; the system does not tell its exit code.
 */
public final class RunningProcess extends Process {

	private final @Nullable ProcessHandle handle;

	/**
	 * Creates a process.
	 * @param handle the process, or null if it is not visible from here, as in a
	 * container or on another machine
	 */
	public RunningProcess(@Nullable ProcessHandle handle) {
		this.handle = handle;
	}

	@Override
	public OutputStream getOutputStream() {
		return OutputStream.nullOutputStream();
	}

	@Override
	public InputStream getInputStream() {
		return InputStream.nullInputStream();
	}

	@Override
	public InputStream getErrorStream() {
		return InputStream.nullInputStream();
	}

	@Override
	public int waitFor() throws InterruptedException {
		try {
			onExit().get();
			return 0;
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public int exitValue() {
		if (isAlive()) {
			throw new IllegalThreadStateException("process has not exited");
		}
		return 0;
	}

	@Override
	public boolean isAlive() {
		return this.handle == null || this.handle.isAlive();
	}

	@Override
	public CompletableFuture<Process> onExit() {
		return (this.handle == null) ? new CompletableFuture<>() : this.handle.onExit().thenApply((ended) -> this);
	}

	@Override
	public long pid() {
		return (this.handle != null) ? this.handle.pid() : Kernel.UNSEEN;
	}

	@Override
	public Stream<ProcessHandle> descendants() {
		return Stream.empty();
	}

	@Override
	public void destroy() {
		// It belongs to the reader.
	}

}
