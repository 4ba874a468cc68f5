package lab.harness.run;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/**
 * A process that the harness found and did not start. It is watched and never stopped;
 * the system does not tell its exit code.
 */
final class RunningProcess extends Process {

	private final ProcessHandle handle;

	RunningProcess(ProcessHandle handle) {
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
			this.handle.onExit().get();
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
		return this.handle.isAlive();
	}

	@Override
	public CompletableFuture<Process> onExit() {
		return this.handle.onExit().thenApply((ended) -> this);
	}

	@Override
	public ProcessHandle toHandle() {
		return this.handle;
	}

	@Override
	public long pid() {
		return this.handle.pid();
	}

	@Override
	public ProcessHandle.Info info() {
		return this.handle.info();
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
