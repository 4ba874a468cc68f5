package lab.harness.probe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import lab.harness.target.AppLedger;

/**
 * How much an app's compilers have to do while it is warmed up.
 */
final class Compiling {

	/** Of one processor. */
	private static final double WARM = 0.1;

	/** Of the warm-up: the first two thirds are cold code's. */
	private static final int PART = 3;

	private final List<Moment> moments = new ArrayList<>();

	private final long idleUntil;

	/**
	 * Begins before the load.
	 * @param before the app's counters
	 */
	Compiling(AppLedger before) {
		this.idleUntil = before.received();
	}

	/**
	 * Takes a reading.
	 * @param at milliseconds of any clock
	 */
	void read(long at, AppLedger ledger) {
		Long compileMillis = ledger.compileMillis();
		// JMeter needs some seconds to start.
		if (compileMillis != null && ledger.received() > this.idleUntil) {
			this.moments.add(new Moment(at, compileMillis));
		}
	}

	/**
	 * Whether they worked for at most a tenth of the last third of a load. Too few
	 * readings tell nothing else.
	 * @param load its time
	 */
	boolean isWarm(Duration load) {
		if (this.moments.isEmpty()) {
			return true;
		}
		Moment last = this.moments.getLast();
		long from = this.moments.getFirst().at() + load.toMillis() * (PART - 1) / PART;
		Moment first = this.moments.stream().filter((moment) -> moment.at() >= from).findFirst().orElse(last);
		return last.compileMillis() - first.compileMillis() <= WARM * (last.at() - first.at());
	}

	private record Moment(long at, long compileMillis) {
	}

}
