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

	/** A request, from the user's sending it to the backend's answer. */
	record Request(double sent, double begun, double drawn, double ended) {

		double given() {
			return this.ended - this.begun;
		}

	}

	/**
	 * Simulates one.
	 * @param slots requests that can wait at the backend at once, or null for no limit
	 * @param late how many times as long as drawn the backend takes, 1 or more, for want
	 * of a processor
	 */
	static ClosedLoop of(int users, @Nullable Integer slots, double late, long rampMillis, long measureMillis,
			long seed) {
		SplittableRandom random = new SplittableRandom(seed);
		PriorityQueue<Double> sending = new PriorityQueue<>();
		for (int user = 0; user < users; user++) {
			sending.add((double) user * rampMillis / users);
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
			free.add(ended);
			requests.add(new Request(sent, begun, drawn, ended));
			if (ended < measureMillis) {
				sending.add(ended);
			}
		}
		return new ClosedLoop(requests);
	}

	/** Requests begun at the backend until this moment. */
	List<Request> begunBy(double moment) {
		return this.requests.stream().filter((request) -> request.begun() <= moment).toList();
	}

	List<Request> endedBy(double moment) {
		return this.requests.stream().filter((request) -> request.ended() <= moment).toList();
	}

	/** Integral of the requests waiting at the backend over time, in request-seconds. */
	double inFlightSeconds(double moment) {
		return begunBy(moment).stream()
			.mapToDouble((request) -> Math.min(moment, request.ended()) - request.begun())
			.sum() / 1000;
	}

}
