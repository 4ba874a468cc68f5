package lab.harness.probe;

import java.util.List;

/**
 * Processor time of a machine, as a whole and processor by processor.
 *
 * @param all the whole machine
 * @param cores each logical processor
 */
record MachineTimes(MachineSample all, List<CoreSample> cores) {

	MachineTimes {
		cores = List.copyOf(cores);
	}

	/**
	 * These times with more of them idle.
	 * @param processors the numbers of those that were idle in equal parts, or none for
	 * all
	 * @param millis for how long, all together
	 */
	MachineTimes withIdle(List<Integer> processors, long millis) {
		int sharers = processors.isEmpty() ? this.cores.size() : processors.size();
		return new MachineTimes(
				new MachineSample(this.all.totalMillis(), this.all.idleMillis() + millis, this.all
					.stealMillis()),
				this.cores.stream()
					.map((core) -> (processors.isEmpty() || processors.contains(core.processor()))
							? new CoreSample(core.processor(), core.totalMillis(), core.idleMillis() + millis / sharers)
							: core)
					.toList());
	}

}
