package lab.common.ledger;

import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import lab.wire.AppLedger;

/**
 * Reads Micrometer's meters of the JVM.
 */
public final class JvmMeters {

	private JvmMeters() {
	}

	/**
	 * The meters of memory and compilers now.
	 */
	public static AppLedger.JvmCounters read(MeterRegistry meters) {
		double heap = meters.find("jvm.memory.used")
			.tag("area", "heap")
			.gauges()
			.stream()
			.mapToDouble(Gauge::value)
			.sum();
		double pauses = meters.find("jvm.gc.pause")
			.timers()
			.stream()
			.mapToDouble((timer) -> timer.totalTime(TimeUnit.MILLISECONDS))
			.sum();
		long full = meters.find("jvm.gc.pause")
			.tag("action", "end of major GC")
			.timers()
			.stream()
			.mapToLong(Timer::count)
			.sum();
		double compiling = meters.find("jvm.compilation.time")
			.functionCounters()
			.stream()
			.mapToDouble(FunctionCounter::count)
			.sum();
		return new AppLedger.JvmCounters((long) heap, (long) pauses, full, (long) compiling);
	}

}
