package lab.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

import javax.management.JMException;
import javax.management.ObjectName;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import com.sun.management.OperatingSystemMXBean;

/**
 * Memory and diagnostics of this JVM.
 */
public final class Diagnostics {

	private Diagnostics() {
	}

	/**
	 * Runs a command of {@code jcmd} within this JVM.
	 * @param command its name in the MBean: {@code vmNativeMemory} is
	 * {@code VM.native_memory}
	 */
	public static String command(String command, String... arguments) {
		try {
			return (String) ManagementFactory.getPlatformMBeanServer()
				.invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), command,
						new Object[] { arguments }, new String[] { String[].class.getName() });
		}
		catch (JMException ex) {
			throw new IllegalStateException(command + " failed", ex);
		}
	}

	/**
	 * Returns the thread dump that {@code jcmd PID Thread.dump_to_file} writes, which
	 * includes virtual threads.
	 */
	public static String threadDump() throws IOException {
		Path folder = Files.createTempDirectory("lab-threads");
		Path file = folder.resolve("threads.txt");
		try {
			ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
				.dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
			return Files.readString(file);
		}
		finally {
			Files.deleteIfExists(file);
			Files.delete(folder);
		}
	}

	/** Returns the bytes of a class file, from which a class can be defined again. */
	public static byte[] classFile(Class<?> type) {
		String name = type.getName();
		try (InputStream file = type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
			return Objects.requireNonNull(file).readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Returns the CPU time of this process in nanoseconds. */
	public static long cpuNanos() {
		return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
	}

	/** Returns the milliseconds of garbage collection since the start. */
	public static long gcMillis() {
		return ManagementFactory.getGarbageCollectorMXBeans()
			.stream()
			.mapToLong(GarbageCollectorMXBean::getCollectionTime)
			.sum();
	}

	/**
	 * Returns the size of the live objects.
	 */
	public static long liveHeapBytes() {
		System.gc();
		return heapBytes();
	}

	/**
	 * Returns the heap in use. It allocates nothing, so it works even when the heap is
	 * full.
	 */
	public static long heapBytes() {
		return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
	}

}
