package lab.programs.memory;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import lab.programs.ProcessStatus;

/**
 * Commands that limit themselves and then execute a JVM. This process, its user and the
 * machine keep their limits.
 */
final class Limits {

	/** A user without processes. */
	static final int OTHER_USER = 54_321;

	private static final List<Path> GROUPS = List.of(Path.of("/sys/fs/cgroup/pids"), Path.of("/sys/fs/cgroup"));

	private static final int TRIES = 100;

	private Limits() {
	}

	/** Thrown if a limit cannot be set on this machine; the message says why. */
	static final class LimitNotAvailableException extends Exception {

		private static final long serialVersionUID = 1;

		LimitNotAvailableException(String why) {
			super(why);
		}

	}

	/**
	 * Limits the address space. Each malloc arena reserves 64 MiB; four are enough on any
	 * number of cores, and when one is full, another still has memory for the JVM itself.
	 */
	static List<String> addressSpace(long bytes) throws LimitNotAvailableException {
		require("prlimit");
		return List.of("env", "MALLOC_ARENA_MAX=4", "prlimit", "--as=" + bytes);
	}

	/**
	 * Limits the threads of a user. The kernel never refuses a thread to root, which
	 * therefore becomes a user without processes that may still read all files.
	 * @param more the number of threads that the user may start in addition to the
	 * present ones
	 */
	static List<String> userThreads(int more) throws LimitNotAvailableException {
		require("prlimit");
		int user = user();
		if (user != 0) {
			return List.of("prlimit", "--nproc=" + (threadsOf(user) + more));
		}
		require("setpriv");
		String read = "-all,+dac_read_search";
		return List.of("prlimit", "--nproc=" + (threadsOf(OTHER_USER) + more), "setpriv", "--reuid=" + OTHER_USER,
				"--regid=" + OTHER_USER, "--clear-groups", "--inh-caps=" + read, "--ambient-caps=" + read);
	}

	/** Creates a control group with a limit of threads, for one JVM. */
	static Group group(int threads) throws LimitNotAvailableException {
		for (Path parent : GROUPS) {
			Group group = new Group(parent.resolve("lab-" + ProcessHandle.current().pid()));
			try {
				Files.createDirectory(group.path());
				Files.writeString(group.path().resolve("pids.max"), String.valueOf(threads));
				return group;
			}
			catch (IOException ex) {
				group.close();
			}
		}
		throw new LimitNotAvailableException("it needs a control group for pids that this user may divide");
	}

	/**
	 * A control group. Closing removes it; its processes must have ended.
	 *
	 * @param path its folder
	 */
	record Group(Path path) implements AutoCloseable {

		List<String> command() {
			return List.of("sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", this.path.resolve("cgroup.procs").toString());
		}

		/**
		 * Retries, because the kernel may notice the end of the last process a moment
		 * later.
		 */
		@Override
		public void close() {
			for (int number = 1; number <= TRIES && !this.path.toFile().delete(); number++) {
				Thread.onSpinWait();
			}
		}

	}

	/** Returns the number of threads of a user, as the kernel counts them. */
	static long threadsOf(int user) {
		try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
			return processes.filter((path) -> path.getFileName().toString().matches("\\d+"))
				.mapToLong((path) -> threadsOf(path, user))
				.sum();
		}
		catch (IOException ex) {
			return 0;
		}
	}

	private static long threadsOf(Path process, int user) {
		boolean own = ProcessStatus.figure(process, "Uid").orElse(-1) == user;
		return own ? ProcessStatus.figure(process, "Threads").orElse(0) : 0;
	}

	/** Returns the user id of this process. */
	static int user() throws LimitNotAvailableException {
		return (int) ProcessStatus.figure("Uid").orElseThrow(() -> new LimitNotAvailableException("it needs Linux"));
	}

	private static void require(String command) throws LimitNotAvailableException {
		if (Stream.of(System.getenv("PATH").split(File.pathSeparator))
			.noneMatch((folder) -> Files.isExecutable(Path.of(folder, command)))) {
			throw new LimitNotAvailableException("it needs the command " + command);
		}
	}

}
