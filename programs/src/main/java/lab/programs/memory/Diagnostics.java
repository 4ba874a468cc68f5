package lab.programs.memory;

import java.lang.management.ManagementFactory;

import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Reads memory and diagnostics of a JVM.
 */
final class Diagnostics {

	private Diagnostics() {
	}

	/**
	 * Runs a command of {@code jcmd} within this JVM.
	 * @param command its name in the MBean: {@code vmNativeMemory} is
	 * {@code VM.native_memory}
	 */
	static String command(String command, String... arguments) {
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
	 * Heap in use. After {@code System.gc()} these are the live objects. Allocates
	 * nothing, so that it works where nothing is left.
	 */
	static long heapBytes() {
		return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
	}

}
