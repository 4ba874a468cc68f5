package lab.harness.live;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A load to start, with what was predicted of it.
 *
 * @param users users of each model
 * @param guarded whether they ask for the path behind the bulkhead
 * @param predictions requests a second by model, null for "don't know"; its keys are the
 * models that get the load
 */
record LoadOrder(int users, boolean guarded, Map<String, @Nullable Double> predictions) {

	/** A JMeter has a thread for each user, and three of them share the machine. */
	static final int MAX_USERS = 1000;

	/** More requests a second than any machine of a workshop completes. */
	static final int MAX_PREDICTION = 100_000;

	LoadOrder(int users, boolean guarded, Map<String, @Nullable Double> predictions) {
		this.users = users;
		this.guarded = guarded;
		this.predictions = Collections.unmodifiableMap(new LinkedHashMap<>(predictions));
	}

	String path() {
		return this.guarded ? "/guarded" : "/";
	}

}
