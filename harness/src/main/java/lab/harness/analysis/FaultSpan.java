package lab.harness.analysis;

import java.util.List;

import lab.harness.experiment.Durations;
import lab.harness.experiment.Fault;
import lab.harness.probe.Stress.Applied;
import org.jspecify.annotations.Nullable;

/**
 * A fault of a run, and what became of the throughput.
 *
 * @param kind what went wrong
 * @param words the same with its share and the like, such as {@code error, share 0.3}
 * @param begin seconds since the first request was sent
 * @param end the same; null where nothing lifts it
 * @param lowest the lowest throughput from its beginning until it was back, in requests a
 * second over {@value Recovery#SMOOTH} s
 * @param secondsToRecover seconds from its end until the throughput was back to 95 % of
 * before; null where it was not before the load ended, or where nothing ended
 */
public record FaultSpan(String kind, String words, double begin, @Nullable Double end, @Nullable Double lowest,
		@Nullable Double secondsToRecover) {

	/**
	 * Tells it.
	 * @param start milliseconds since 1970 at which the first request was sent
	 * @param rates successful requests a second in each whole step
	 * @param before requests a second before the first fault
	 */
	static FaultSpan of(Applied applied, long start, List<Double> rates, int stepSeconds, double before) {
		double begin = (applied.beganAt() - start) / 1000.0;
		Long endedAt = applied.endedAt();
		Double end = (endedAt != null) ? (endedAt - start) / 1000.0 : null;
		if (end == null || before <= 0) {
			return new FaultSpan(applied.fault().kind().toString(), words(applied.fault()), begin, end, null, null);
		}
		Recovery.Back back = Recovery.back(rates, stepSeconds, begin, end, before);
		return new FaultSpan(applied.fault().kind().toString(), words(applied.fault()), begin, end, back.lowest(),
				back.seconds());
	}

	private static String words(Fault fault) {
		return fault.kind() + ((fault.share() < 1) ? ", share " + fault.share() : "")
				+ ((fault.to() != null) ? " " + fault.to().text() : "")
				+ ((fault.clients() != null) ? ", " + fault.clients() + " clients" : "")
				+ (fault.lasts().isZero() ? "" : ", " + Durations.format(fault.lasts()));
	}

}
