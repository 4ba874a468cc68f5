package lab.harness.run.process;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

import oshi.SystemInfo;

/**
 * Keeps the processors of a virtual machine from sleeping during runs. The host lends a
 * sleeping processor to other guests and gives it back late: the guest counts that as
 * stolen time, which adds up under a load that waits most of the time. Asked to wake up
 * within 0 µs (PM QoS, <a href=
 * "https://docs.kernel.org/power/pm_qos_interface.html">{@code /dev/cpu_dma_latency}</a>),
 * the kernel polls for work instead of sleeping. Polling counts as idle, belongs to no
 * process or control group, and lasts as long as the file is open, so it ends with the
 * harness.
 */
public final class CpuLatencyRequest {

	private CpuLatencyRequest() {
	}

	/** Whether the host has taken time from this machine since its start. */
	public static boolean isUseful() {
		long[] ticks = new SystemInfo().getHardware().getProcessor().getSystemCpuLoadTicks();
		return Kernel.machine(ticks, List.of()).stealMillis() > 0;
	}

	/**
	 * Whether the kernel has a driver that can poll instead of sleeping, and accepts the
	 * request of this process.
	 */
	public static boolean isPossible(Path root) {
		String driver = Kernel.text(root.resolve("sys/devices/system/cpu/cpuidle/current_driver"));
		if (driver == null || driver.equals("none")) {
			return false;
		}
		try (Closeable request = start(root)) {
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Keeps all processors awake until the result is closed or the harness ends.
	 * @throws IOException if this process has no right to it
	 */
	public static Closeable start(Path root) throws IOException {
		OutputStream request = new FileOutputStream(root.resolve("dev/cpu_dma_latency").toFile());
		try {
			// The number 0, in microseconds.
			request.write(new byte[Integer.BYTES]);
			return request;
		}
		catch (IOException ex) {
			request.close();
			throw ex;
		}
	}

}
