package lab.harness.analysis;

import java.util.List;
import java.util.function.LongPredicate;

import lab.harness.probe.Beside.Asked;
import org.jspecify.annotations.Nullable;

/**
 * How many of the requests beside the load were answered well within a second.
 *
 * @param before share of them before the first fault
 * @param during share of them while a fault was on
 * @param kept during / before; null where there is nothing to compare
 */
public record AnsweredBeside(@Nullable Double before, @Nullable Double during, @Nullable Double kept) {

	/**
	 * Counts those of one kind.
	 * @param before whether a moment is before the first fault
	 * @param during whether a fault is on
	 */
	static AnsweredBeside of(List<Asked> asked, String what, LongPredicate before, LongPredicate during) {
		Double early = share(asked, what, before);
		Double late = share(asked, what, during);
		return new AnsweredBeside(early, late, (early != null && late != null && early > 0) ? late / early : null);
	}

	private static @Nullable Double share(List<Asked> asked, String what, LongPredicate when) {
		List<Asked> counted = asked.stream().filter((one) -> one.what().equals(what) && when.test(one.at())).toList();
		return counted.isEmpty() ? null : (double) counted.stream().filter(Asked::ok).count() / counted.size();
	}

}
