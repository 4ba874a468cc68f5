package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.model.experiment.Load;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.RunFailedException;
import lab.harness.run.process.ChildProcess;
import lab.harness.run.process.CommandOutput;
import org.jspecify.annotations.Nullable;

/**
 * The live heap of a JVM: what is left when all garbage is collected. The heap in use at
 * any other time depends on the last collection.
 */
final class LiveHeap {

	/** The last line of a class histogram: instances, then bytes. */
	private static final Pattern TOTAL = Pattern.compile("Total +\\d+ +(\\d+)");

	private LiveHeap() {
	}

	/**
	 * Starts the task that counts the live heap of the app by class, once: halfway from
	 * the end of the ramp to that of the load, counted from the first request that the
	 * app receives. All users are there by then; if they are not, the check of the
	 * connections fails. There is no task if the variant asks for no histogram.
	 */
	static BackgroundTask histogramUnderLoad(Evidence evidence, RunningSystem system) {
		if (!evidence.run().variant().histogram()) {
			return BackgroundTask.NONE;
		}
		Load load = evidence.run().variant().service().load();
		long half = load.ramp().plus(load.measure()).dividedBy(2).toNanos();
		long receivedBefore = system.ledger().requests().received();
		return BackgroundTask.start("histogram", (task) -> {
			if (system.awaitFirstRequest(task, receivedBefore) && !task.endsWithin(half)) {
				write(evidence.histogram(), histogram(system.app().process()));
			}
		});
	}

	private static void write(Path file, String histogram) {
		try {
			if (!histogram.isEmpty()) {
				Files.writeString(file, histogram + "\n");
			}
		}
		catch (IOException ex) {
			throw new RunFailedException("cannot write " + file + ": " + ex.getMessage(), ex);
		}
	}

	/**
	 * Collects the garbage of a JVM and counts what is left by class, which stops the JVM
	 * for some tenths of a second.
	 * @return a line for each class and one for their total; empty if it is no JVM, or
	 * there is no jcmd beside its java
	 */
	private static String histogram(ChildProcess process) {
		long pid = process.kernel().pid();
		Optional<Path> jcmd = ProcessHandle.of(pid)
			.flatMap((handle) -> handle.info().command())
			.map((java) -> Path.of(java).resolveSibling("jcmd"))
			.filter(Files::isExecutable);
		if (jcmd.isEmpty()) {
			return "";
		}
		ProcessBuilder builder = new ProcessBuilder(jcmd.get().toString(), String.valueOf(pid), "GC.class_histogram");
		try {
			return CommandOutput.of(builder.redirectError(ProcessBuilder.Redirect.DISCARD), Duration.ofSeconds(60))
				.out();
		}
		catch (IOException ex) {
			return "";
		}
	}

	/** The bytes of the live heap of a JVM, or null if they are unknown. */
	static @Nullable Long bytes(ChildProcess process) {
		return histogram(process).lines()
			.map(TOTAL::matcher)
			.filter(Matcher::lookingAt)
			.map((matcher) -> Long.valueOf(matcher.group(1)))
			.reduce((first, last) -> last)
			.orElse(null);
	}

}
