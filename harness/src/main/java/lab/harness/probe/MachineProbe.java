package lab.harness.probe;

import java.util.ArrayList;
import java.util.List;

import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.LogicalProcessor;
import oshi.hardware.CentralProcessor.TickType;

/**
 * Reads the processor time of the machine, as a whole and processor by processor.
 */
final class MachineProbe {

	private final CentralProcessor processor;

	MachineProbe(CentralProcessor processor) {
		this.processor = processor;
	}

	MachineSample read() {
		return sample(this.processor.getSystemCpuLoadTicks());
	}

	MachineTimes times() {
		return new MachineTimes(read(), cores());
	}

	/** Each logical processor, by the number that the system gives it. */
	List<CoreSample> cores() {
		long[][] ticks = this.processor.getProcessorCpuLoadTicks();
		List<LogicalProcessor> processors = this.processor.getLogicalProcessors();
		List<CoreSample> cores = new ArrayList<>();
		for (int i = 0; i < Math.min(ticks.length, processors.size()); i++) {
			MachineSample all = sample(ticks[i]);
			cores.add(new CoreSample(processors.get(i).getProcessorNumber(), all.totalMillis(), all.idleMillis()));
		}
		return cores;
	}

	/**
	 * Ticks in milliseconds, in the order of {@link TickType}, which leaves no part out
	 * and counts none twice: guest time is within user time.
	 */
	static MachineSample sample(long[] ticks) {
		long total = 0;
		for (long tick : ticks) {
			total += tick;
		}
		long idle = ticks[TickType.IDLE.getIndex()] + ticks[TickType.IOWAIT.getIndex()];
		return new MachineSample(total, idle, ticks[TickType.STEAL.getIndex()]);
	}

}
