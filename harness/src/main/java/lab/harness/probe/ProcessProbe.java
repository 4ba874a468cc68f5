package lab.harness.probe;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/**
 * Reads the figures of a process from the operating system.
 */
final class ProcessProbe {

	private final OperatingSystem os;

	ProcessProbe(OperatingSystem os) {
		this.os = os;
	}

	/**
	 * The figures now, or empty when there is no such process.
	 */
	Optional<ProcessSample> read(int pid) {
		OSProcess process = this.os.getProcess(pid);
		if (process == null || process.getState() == OSProcess.State.INVALID) {
			return Optional.empty();
		}
		return Optional.of(new ProcessSample(process.getKernelTime() + process.getUserTime(),
				process.getResidentSetSize(), process.getThreadCount(), contextSwitches(process)));
	}

	/**
	 * On Linux OSHI reads {@code /proc/PID/status}, which counts the switches of the
	 * first thread alone, and in a JVM that one only waits for the others. So the threads
	 * are summed up here: the third figure of {@code schedstat} is how often a thread was
	 * put on a processor (Linux, Documentation/scheduler/sched-stats.rst). It is a
	 * quarter of the work of reading each thread's {@code status}. A thread that ended
	 * takes its figure with it.
	 */
	private static long contextSwitches(OSProcess process) {
		Path tasks = Path.of("/proc/" + process.getProcessID() + "/task");
		if (!Files.exists(tasks.resolve(process.getProcessID() + "/schedstat"))) {
			return process.getContextSwitches();
		}
		long sum = 0;
		try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
			for (Path thread : threads) {
				sum += timesScheduled(thread.resolve("schedstat"));
			}
			return sum;
		}
		catch (IOException | DirectoryIteratorException ex) {
			// The process ended while its threads were listed.
			return sum;
		}
	}

	private static long timesScheduled(Path schedstat) {
		try {
			String line = Files.readString(schedstat).strip();
			return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
		}
		catch (IOException ex) {
			// The thread ended between the listing and this line.
			return 0;
		}
	}

}
