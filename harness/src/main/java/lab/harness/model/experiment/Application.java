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

	/** The mean time that a request waits, or null if the file does not give it. */
	default @Nullable Duration meanWait() {
		return null;
	}

	/** Whether the harness gives its JVM the flags. */
	default boolean hasJvmFlags() {
		return true;
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
