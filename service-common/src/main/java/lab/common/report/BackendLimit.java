package lab.common.report;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What {@code backend.max-connections} limits, which depends on the HTTP client.
 */
public enum BackendLimit {

	/**
	 * Connections: the client's own pool never holds more.
	 */
	CONNECTIONS,

	/**
	 * Calls under way at once: the client has no limit of its own, so the app holds calls
	 * back. For a moment there may be more connections than calls.
	 */
	CALLS;

	/**
	 * The word for it in JSON and for people.
	 */
	@Override
	@JsonValue
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
