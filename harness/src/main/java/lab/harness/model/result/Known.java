package lab.harness.model.result;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/**
 * A value, or the reason why it is missing. In JSON {@code {"value": 200}},
 * {@code {"missing": "..."}}, or {@code {"unlimited": "..."}} for a most that is none.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({ @JsonSubTypes.Type(Known.Value.class), @JsonSubTypes.Type(Known.Missing.class),
		@JsonSubTypes.Type(Known.Unlimited.class) })
public sealed interface Known<T> {

	/**
	 * A value where there is one.
	 * @param reason why it would be missing, as the end of "..., because"
	 */
	static <T> Known<T> of(@Nullable T value, String reason) {
		return (value != null) ? new Value<>(value) : new Missing<>(reason);
	}

	/** The value, or null if it is missing or unlimited. */
	default @Nullable T orNull() {
		return (this instanceof Value<T>(T known)) ? known : null;
	}

	/** The reason why it is missing, or null if it is there. */
	default @Nullable String whyMissing() {
		return (this instanceof Missing<T>(String reason)) ? reason : null;
	}

	record Value<T>(T value) implements Known<T> {
	}

	record Missing<T>(String missing) implements Known<T> {
	}

	/** It is known that there is no limit. */
	record Unlimited<T>(String unlimited) implements Known<T> {
	}

}
