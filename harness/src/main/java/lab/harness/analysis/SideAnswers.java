package lab.harness.analysis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.result.RunRecord.AppliedFault;
import lab.harness.model.result.SideRequest;
import org.jspecify.annotations.Nullable;

/**
 * The requests that the harness sent beside the load.
 */
record SideAnswers(List<SideRequest> requests, long windowBegin, List<AppliedFault> faults) {

	/** Reads the requests of a run; without a file none was sent. */
	static SideAnswers read(Path file, long windowBegin, List<AppliedFault> faults) {
		List<SideRequest> requests = Files.exists(file) ? DataFile.readLines(file, SideRequest.class) : List.of();
		return new SideAnswers(requests, windowBegin, faults);
	}

	/** Requests for {@code /sleep/1}, which the app counts as its own. */
	long sleeps() {
		return only(SideRequest.SLEEP).count();
	}

	/** Requests for {@code /sleep/1} without an answer within a second. */
	long sleepsWithoutAnswer() {
		return only(SideRequest.SLEEP).filter((request) -> request.status() == null).count();
	}

	/** Answered share under a fault over that before; null without one of the two. */
	@Nullable Double kept(String what) {
		long firstFault = this.faults.isEmpty() ? this.windowBegin : this.faults.getFirst().beganAt();
		OptionalDouble before = answered(what, (at) -> this.windowBegin <= at && at < firstFault);
		OptionalDouble during = answered(what, this::isFaulty);
		return (before.orElse(0) > 0 && during.isPresent()) ? during.getAsDouble() / before.getAsDouble() : null;
	}

	private Stream<SideRequest> only(String what) {
		return this.requests.stream().filter((request) -> request.what().equals(what));
	}

	private OptionalDouble answered(String what, LongPredicate at) {
		return only(what).filter((request) -> at.test(request.at()))
			.mapToInt((request) -> request.answered() ? 1 : 0)
			.average();
	}

	private boolean isFaulty(long at) {
		return this.faults.stream().anyMatch((fault) -> {
			Long end = fault.endedAt();
			return fault.beganAt() <= at && end != null && at < end;
		});
	}

}
