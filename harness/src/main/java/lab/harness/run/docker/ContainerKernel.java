package lab.harness.run.docker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.model.Sample.CoreSample;
import lab.harness.model.Sample.MachineSample;
import lab.harness.model.Sample.ProcessSample;
import lab.harness.run.Kernel;
import org.jspecify.annotations.Nullable;

/**
 * The kernel of an engine in a virtual machine, whose files are read within the
 * container: what it tells there of a process and of the machine is the same as outside,
 * and the connections are those of the container. One shell is held open for all
 * questions, since to start a program in a container takes some 50 ms of the processors
 * that are measured. It shares the CPU quota of the container, so an overload can make it
 * slow; one that is too slow is replaced. {@code docker stats} rounds its figures and
 * takes two seconds for each.
 */
final class ContainerKernel implements Kernel, AutoCloseable {

	/** The JVM is the first process of its container. */
	private static final String PROCESS = "/proc/1/stat /proc/1/status /proc/1/task/[0-9]*/schedstat";

	private static final String CONNECTIONS = "/proc/net/tcp /proc/net/tcp6";

	private static final String MACHINE = "/proc/stat";

	private static final String END = "#end";

	private static final String SCRIPT = "while read -r files; do cat $files 2>/dev/null; printf '\\n" + END
			+ "\\n'; done";

	private static final Duration PATIENCE = Duration.ofSeconds(2);

	/** A tick of the clock, 100 a second whatever the kernel's own (proc_pid_stat(5)). */
	private static final long TICK_MILLIS = 10;

	/** Place of utime among the figures after the name; stime follows. */
	private static final int USER = 11;

	private static final Pattern CORE = Pattern.compile("cpu(\\d*)");

	private static final Pattern SCHEDSTAT = Pattern.compile("\\d+ \\d+ (\\d+)");

	private final Docker docker;

	private final String container;

	private @Nullable Process shell;

	private int lastConnections;

	ContainerKernel(Docker docker, String container) {
		this.docker = docker;
		this.container = container;
	}

	@Override
	public Optional<ProcessSample> process() {
		return read(PROCESS).filter((lines) -> lines.size() > 1).map(ContainerKernel::process);
	}

	/** Those of before where the shell is silent: they are not gone for that. */
	@Override
	public synchronized int connections(int port) {
		this.lastConnections = read(CONNECTIONS).map((rows) -> Kernel.established(rows.stream(), port))
			.orElse(this.lastConnections);
		return this.lastConnections;
	}

	@Override
	public Optional<MachineSample> machine() {
		return read(MACHINE).filter((lines) -> !lines.isEmpty()).map(ContainerKernel::machine);
	}

	/**
	 * Reads files within the container.
	 * @param files their paths with blanks between, which may hold patterns of the shell
	 * @return the lines of all of them; empty if the container has ended or is silent for
	 * 2 s
	 */
	synchronized Optional<List<String>> read(String files) {
		CompletableFuture<Optional<List<String>>> answer = new CompletableFuture<>();
		Process asked;
		try {
			asked = shell();
		}
		catch (IOException ex) {
			return Optional.empty();
		}
		Thread.ofPlatform().daemon().name("container-files").start(() -> answer.complete(ask(asked, files)));
		Optional<List<String>> lines = answer
			.completeOnTimeout(Optional.empty(), PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
			.join();
		if (lines.isEmpty()) {
			// A late answer must not be taken for that to the next question, which gets a
			// shell of its own.
			close();
		}
		return lines;
	}

	private Process shell() throws IOException {
		Process open = this.shell;
		if (open == null || !open.isAlive()) {
			open = this.docker.start("exec", "--interactive", this.container, "bash", "-c", SCRIPT);
			this.shell = open;
		}
		return open;
	}

	private static Optional<List<String>> ask(Process shell, String files) {
		List<String> lines = new ArrayList<>();
		try {
			Writer questions = shell.outputWriter();
			BufferedReader answers = shell.inputReader();
			questions.write(files + "\n");
			questions.flush();
			for (String line = answers.readLine(); line != null; line = answers.readLine()) {
				if (line.equals(END)) {
					// A file may end without a line feed, so the shell adds one.
					return Optional.of(lines.getLast().isEmpty() ? lines.subList(0, lines.size() - 1) : lines);
				}
				lines.add(line);
			}
		}
		catch (IOException ex) {
			// The shell has ended with its container.
		}
		return Optional.empty();
	}

	@Override
	public synchronized void close() {
		if (this.shell != null) {
			this.shell.destroy();
			this.shell = null;
		}
	}

	/** From stat, status, and the schedstat of each thread. */
	static ProcessSample process(List<String> lines) {
		String stat = lines.getFirst();
		// The name may hold blanks, and ends with the last bracket.
		String[] figures = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
		long ticks = Long.parseLong(figures[USER]) + Long.parseLong(figures[USER + 1]);
		long switches = 0;
		for (String line : lines) {
			Matcher thread = SCHEDSTAT.matcher(line);
			switches += thread.matches() ? Long.parseLong(thread.group(1)) : 0;
		}
		return new ProcessSample(ticks * TICK_MILLIS, status(lines, "VmRSS") * 1024, (int) status(lines, "Threads"),
				switches);
	}

	private static long status(List<String> lines, String key) {
		return lines.stream()
			.filter((line) -> line.startsWith(key + ":"))
			.mapToLong((line) -> Long.parseLong(line.replaceAll("\\D", "")))
			.findFirst()
			.orElse(0);
	}

	static MachineSample machine(List<String> lines) {
		long[] all = new long[8];
		List<CoreSample> cores = new ArrayList<>();
		for (String line : lines) {
			String[] cells = line.split(" +");
			Matcher name = CORE.matcher(cells[0]);
			if (name.matches()) {
				long[] ticks = Arrays.stream(cells)
					.skip(1)
					.mapToLong((cell) -> Long.parseLong(cell) * TICK_MILLIS)
					.toArray();
				if (name.group(1).isEmpty()) {
					all = ticks;
				}
				else {
					cores.add(Kernel.core(Integer.parseInt(name.group(1)), ticks));
				}
			}
		}
		return Kernel.machine(all, cores);
	}

}
