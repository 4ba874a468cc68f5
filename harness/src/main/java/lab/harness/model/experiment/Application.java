package lab.harness.model.experiment;

import java.nio.file.Path;
import java.time.Duration;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/**
 * The application that answers the requests: one of the shipped, or the reader's own.
 */
public sealed interface Application permits App, OwnService {

	/** The port of its API. */
	int port();

	/** The host of its API; only a service that runs already may have another. */
	default String host() {
		return "127.0.0.1";
	}

	default String scheme() {
		return "http";
	}

	/**
	 * The value of the header {@code Authorization} of all requests, or null for none. It
	 * is a secret: it may be sent, and neither printed nor written into a result.
	 */
	default @Nullable String authorization() {
		return null;
	}

	/** The mean time that a request waits, or null if the file does not give it. */
	default @Nullable Duration meanWait() {
		return null;
	}

	/** Whether the harness gives its JVM the flags. */
	default boolean hasJvmFlags() {
		return true;
	}

	/**
	 * Makes sure that its load may be sent without more.
	 * @throws lab.harness.model.InvalidInputException if its address is that of another
	 * machine
	 */
	default void requireLoopback() {
	}

	/**
	 * Makes sure that it has the counters that a key needs.
	 * @throws lab.harness.model.InvalidInputException if not
	 */
	default void requireCounters(String key) {
	}

	default Application at(Point point) {
		return this;
	}

	/** The application with its files relative to that of the experiment. */
	default Application resolved(Path experiment) {
		return this;
	}

	/** Reads a word as a shipped app, and keys with values as a service of one's own. */
	final class Reader extends ValueDeserializer<Application> {

		@Override
		public Application deserialize(JsonParser parser, DeserializationContext context) {
			return (parser.currentToken() == JsonToken.START_OBJECT) ? context.readValue(parser, OwnService.class)
					: context.readValue(parser, App.class);
		}

	}

}
