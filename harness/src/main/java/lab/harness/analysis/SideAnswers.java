package lab.harness.analysis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

import lab.harness.model.DataFile;
import lab.harness.model.RunRecord.AppliedFault;
import lab.harness.model.SideRequest;
import org.jspecify.annotations.Nullable;

/**
 * How many of the requests that were sent beside the load were answered, before the first
 * fault and under a fault.
 */
final class SideAnswers {

	/** By what was asked for: of each request 1 where it was answered, else 0. */
	private final Map<String, IntSummaryStatistics> before = new HashMap<>();

	private final Map<String, IntSummaryStatistics> during = new HashMap<>();

	private long sleeps;

	private long sleepsWithoutAnswer;

	/**
	 * Counts the requests of a run.
	 * @param file its file; where there is none nothing was sent
	 */
	static SideAnswers read(Path file, long windowBegin, List<AppliedFault> faults) {
		SideAnswers answers = new SideAnswers();
		if (Files.exists(file)) {
			long first = faults.isEmpty() ? windowBegin : faults.getFirst().beganAt();
			LongPredicate faulty = (at) -> faults.stream().anyMatch((fault) -> isOn(fault, at));
			DataFile.readLines(file, SideRequest.class, (SideRequest request) -> answers.add(request,
					windowBegin <= request.at() && request.at() < first, faulty.test(request.at())));
		}
		return answers;
	}

	private static boolean isOn(AppliedFault fault, long at) {
		Long end = fault.endedAt();
		return fault.beganAt() <= at && end != null && at < end;
	}

	void add(SideRequest request, boolean isBefore, boolean isDuring) {
		if (request.what().equals(SideRequest.SLEEP)) {
			this.sleeps++;
			this.sleepsWithoutAnswer += (request.status() == null) ? 1 : 0;
		}
		if (isBefore) {
			count(this.before, request);
		}
		if (isDuring) {
			count(this.during, request);
		}
	}

	private static void count(Map<String, IntSummaryStatistics> counts, SideRequest request) {
		counts.computeIfAbsent(request.what(), (what) -> new IntSummaryStatistics()).accept(request.answered() ? 1 : 0);
	}

	/** Requests for {@code /sleep/1}, which the app counts as its own. */
	long sleeps() {
		return this.sleeps;
	}

	/** Those of them that got no answer within a second. */
	long sleepsWithoutAnswer() {
		return this.sleepsWithoutAnswer;
	}

	/**
	 * Share answered under a fault over that before; null where there is nothing to
	 * compare.
	 */
	@Nullable Double kept(String what) {
		IntSummaryStatistics early = this.before.get(what);
		IntSummaryStatistics late = this.during.get(what);
		return (early != null && late != null && early.getSum() > 0) ? late.getAverage() / early.getAverage() : null;
	}

}
