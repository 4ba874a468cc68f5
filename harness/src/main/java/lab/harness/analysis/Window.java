package lab.harness.analysis;

/**
 * The part of a run that counts: ramp and drain are cut.
 *
 * @param begin milliseconds since 1970, not part of it
 * @param end milliseconds since 1970, part of it
 */
record Window(long begin, long end) {

	boolean holds(long moment) {
		return this.begin < moment && moment <= this.end;
	}

	double seconds() {
		return (this.end - this.begin) / 1000.0;
	}

}
