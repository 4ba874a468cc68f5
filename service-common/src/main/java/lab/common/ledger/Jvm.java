package lab.common.ledger;

import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * What the JVM tells of its memory and its compilers.
 */
final class Jvm {

	private Jvm() {
	}

	static long heapUsedBytes() {
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}

	/**
	 * Milliseconds in pauses since the JVM started. Z and Shenandoah have two beans, and
	 * the one named "Cycles" counts time in which the program ran on.
	 */
	static long gcPauseMillis() {
		return ManagementFactory.getGarbageCollectorMXBeans()
			.stream()
			.filter((bean) -> !bean.getName().endsWith("Cycles"))
			.mapToLong(GarbageCollectorMXBean::getCollectionTime)
			.sum();
	}

	/**
	 * Milliseconds that compilers have worked since the JVM started, 0 where it has none.
	 */
	static long compileMillis() {
		CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
		return (compilers != null && compilers.isCompilationTimeMonitoringSupported())
				? compilers.getTotalCompilationTime() : 0;
	}

}
