package lab.common.ledger;

import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * What Micrometer's meters tell of the JVM's memory and its compilers.
 *
 * @param heapUsedBytes heap in use now
 * @param gcPauseMillis milliseconds in pauses of the collector since the app started
 * @param fullCollections pauses in which it collected the whole heap
 * @param compileMillis milliseconds that compilers have worked since the JVM started, 0
 * where it has none
 */
public record Jvm(long heapUsedBytes, long gcPauseMillis, long fullCollections, long compileMillis) {

	public static Jvm read(MeterRegistry meters) {
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
		return new Jvm((long) heap, (long) pauses, full, (long) compiling);
	}

}
