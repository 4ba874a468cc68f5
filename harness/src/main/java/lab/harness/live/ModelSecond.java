package lab.harness.live;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The figures of a model for about one second.
 *
 * @param throughput successful answers a second
 * @param errors other answers a second, by status and cause, such as
 * {@code 503 bulkhead-full}
 * @param places the places of the requests
 * @param times how long they took
 * @param cost what they cost
 * @param ceiling requests a second that the law allows, or null if it is not known or
 * there is no load
 */
record ModelSecond(double throughput, Map<String, Double> errors, Places places, Times times, Cost cost,
		@Nullable Double ceiling) {

	/**
	 * The places of the requests at the end of the second.
	 *
	 * @param users users in a closed loop since their first request, or null for others
	 * @param queue requests that no thread of the app has taken yet, or null with them
	 * @param app requests in the app that wait for no backend
	 * @param backend requests for which a connection to the backend is held
	 */
	record Places(@Nullable Integer users, @Nullable Long queue, long app, long backend) {

		/**
		 * Divides the users between the places: each of them has one request somewhere.
		 * @param inFlight requests that the app is serving
		 * @param leased connections to the backend that it holds; it may read the two at
		 * different moments
		 */
		static Places of(@Nullable Integer users, long inFlight, long leased) {
			long backend = Math.min(leased, inFlight);
			return new Places(users, (users != null) ? (Long) Math.max(0, users - inFlight) : null, inFlight - backend,
					backend);
		}

	}

	/**
	 * Times in milliseconds.
	 *
	 * @param p50 the median for the users over the last seconds, or null if this page
	 * sends no load
	 * @param p99 their 99th percentile, or null with it
	 * @param mean mean time in the app by Little's law, or null without an answer
	 */
	record Times(@Nullable Integer p50, @Nullable Integer p99, @Nullable Double mean) {
	}

	/**
	 * The resources that the app uses.
	 *
	 * @param cpu processor cores
	 * @param heapMiB heap in use, garbage included
	 * @param threads platform threads that live
	 * @param carriers carriers of virtual threads, or null if its JDK does not say
	 */
	record Cost(double cpu, double heapMiB, int threads, @Nullable Integer carriers) {
	}

}
