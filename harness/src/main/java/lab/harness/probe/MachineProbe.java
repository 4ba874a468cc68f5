package lab.harness.probe;

import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;

/**
 * Reads the processor time of the whole machine.
 */
final class MachineProbe {

	private final CentralProcessor processor;

	MachineProbe(CentralProcessor processor) {
		this.processor = processor;
	}

	MachineSample read() {
		return sample(this.processor.getSystemCpuLoadTicks());
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
