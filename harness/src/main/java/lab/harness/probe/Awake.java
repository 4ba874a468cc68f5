package lab.harness.probe;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

import oshi.SystemInfo;

/**
 * Keeps the processors of a virtual machine from sleeping while runs are made. One that
 * has nothing to do is given up to the host, which hands it out to others and gives it
 * back late: the guest counts that as stolen time, and under a load that waits most of
 * the time it adds up. So the kernel is asked to wake up within 0 µs (PM QoS, <a href=
 * "https://docs.kernel.org/power/pm_qos_interface.html">{@code /dev/cpu_dma_latency}</a>),
 * and polls for work where it would have slept. That counts as idle, belongs to no
 * process or control group, and lasts as long as the file is open, so no longer than the
 * harness, however that ends.
 */
public final class Awake implements AutoCloseable {

	private static final byte[] MICROSECONDS = new byte[Integer.BYTES];

	private final OutputStream request;

	private Awake(OutputStream request) {
		this.request = request;
	}

	/**
	 * Whether to keep them awake, if it is possible: the host has taken time from this
	 * machine since it started.
	 * @return whether any time was stolen
	 */
	public static boolean helps() {
		return new MachineProbe(new SystemInfo().getHardware().getProcessor()).read().stealMillis() > 0;
	}

	/**
	 * Whether it can be done: the kernel has a driver that can do something else than
	 * sleep, and lets this process ask for it.
	 * @param root the root of the file system
	 * @return whether {@link #start} would keep processors awake
	 */
	public static boolean isPossible(Path root) {
		String driver = SettingsReader.text(root.resolve("sys/devices/system/cpu/cpuidle/current_driver"));
		if (driver == null || driver.equals("none")) {
			return false;
		}
		try (Awake awake = start(root)) {
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Keeps all processors awake until it is closed or the harness ends.
	 * @param root the root of the file system
	 * @return what keeps them awake
	 * @throws IOException when this process may not
	 */
	public static Awake start(Path root) throws IOException {
		OutputStream request = new FileOutputStream(root.resolve("dev/cpu_dma_latency").toFile());
		try {
			request.write(MICROSECONDS);
			return new Awake(request);
		}
		catch (IOException ex) {
			request.close();
			throw ex;
		}
	}

	@Override
	public void close() throws IOException {
		this.request.close();
	}

}
