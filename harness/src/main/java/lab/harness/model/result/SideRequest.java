package lab.harness.model.result;

import org.jspecify.annotations.Nullable;

/**
 * A request of the harness during the load that does not involve the backend, a line of
 * {@code side-requests.jsonl}.
 *
 * @param at the time at which it was due and sent, in milliseconds since 1970
 * @param what {@value #SLEEP} or {@value #HEALTH}
 * @param status status of the answer, or null if there was none within a second
 */
public record SideRequest(long at, String what, @Nullable Integer status) {

	/** A request for {@code /sleep/1} on the port of the API. */
	public static final String SLEEP = "sleep";

	public static final String HEALTH = "health";

	/** Whether it was answered with 200 within a second. */
	public boolean answered() {
		return this.status != null && this.status == 200;
	}

}
