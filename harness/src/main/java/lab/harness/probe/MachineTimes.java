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

}
