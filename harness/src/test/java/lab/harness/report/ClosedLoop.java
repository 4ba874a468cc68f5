package lab.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

import org.jspecify.annotations.Nullable;

/**
 * A closed workload that obeys the law because it is simulated: every user waits for its
 * answer, at most so many requests wait at the backend at once, the others queue first
 * come, first served. Times in milliseconds since the first request.
 */
record ClosedLoop(List<Request> requests) {

	/** A call that takes longer is given up. */
	static final double TIMEOUT = 3000;

	/** A request, from the user's sending it to the backend's answer. */
	record Request(double sent, double begun, double drawn, double ended, boolean ok) {
	}

	/** A time in which the backend answers nothing. */
	record Hang(double begin, double end) {
	}

	/**
	 * Simulates one.
	 * @param slots requests that can wait at the backend at once, or null for no limit
	 * @param late how many times as long as drawn the backend takes, 1 or more, for want
	 * of a processor
	 */
	static ClosedLoop of(int users, @Nullable Integer slots, double late, long measureMillis, @Nullable Hang hang,
			long seed) {
		SplittableRandom random = new SplittableRandom(seed);
		PriorityQueue<Double> sending = new PriorityQueue<>();
		for (int user = 0; user < users; user++) {
			sending.add(1000.0 * user / users);
		}
		PriorityQueue<Double> free = new PriorityQueue<>();
		for (int slot = 0; slot < ((slots != null) ? slots : users); slot++) {
			free.add(0.0);
		}
		List<Request> requests = new ArrayList<>();
		while (!sending.isEmpty()) {
			double sent = sending.remove();
			double begun = Math.max(sent, free.remove());
			double drawn = 1000 * random.nextDouble();
			double ended = begun + late * drawn;
			if (hang != null && ended > hang.begin() && ended < hang.end()) {
				ended = hang.end();
			}
			boolean ok = ended - begun <= TIMEOUT;
			ended = Math.min(ended, begun + TIMEOUT);
			free.add(ended);
			requests.add(new Request(sent, begun, drawn, ended, ok));
			if (ended < measureMillis) {
				sending.add(ended);
			}
		}
		return new ClosedLoop(requests);
	}

	/** The requests that ended in a time, answered well or not. */
	List<Request> ended(double from, double to, boolean ok) {
		return this.requests.stream()
			.filter((request) -> request.ok() == ok && request.ended() >= from && request.ended() < to)
			.toList();
	}

	/** Requests sent and not ended at a moment. */
	long inFlight(double moment) {
		return this.requests.stream().filter((request) -> request.sent() <= moment && request.ended() > moment).count();
	}

}
