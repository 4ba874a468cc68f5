package lab.harness.model;

import org.jspecify.annotations.Nullable;

/**
 * A request that the harness itself sends during the load, for something that has nothing
 * to do with the backend: one line of {@code side-requests.jsonl}.
 *
 * @param at milliseconds since 1970 at which it was sent, which is when it was due
 * @param what {@value #SLEEP} or {@value #HEALTH}
 * @param micros microseconds until it was answered or given up
 * @param status status of the answer, or null where there was none within a second
 */
public record SideRequest(long at, String what, long micros, @Nullable Integer status) {

	/** {@code /sleep/1}, on the port of the API. */
	public static final String SLEEP = "sleep";

	/** The health on the management port. */
	public static final String HEALTH = "health";

	/** Whether it was answered with 200 within a second. */
	public boolean answered() {
		return this.status != null && this.status == 200;
	}

}
