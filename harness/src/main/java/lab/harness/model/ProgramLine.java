package lab.harness.model;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import org.jspecify.annotations.Nullable;

/**
 * One JSON line of a program: a figure {@code {"metric":"reserved","value":4103.2}}, an
 * event {@code {"event":"rejected","at":12,"task":14}}, or a check against theory
 * {@code {"check":"rejected","value":2,"expected":2}}.
 *
 * @param metric name of a {@link Metric}, or null
 * @param at of an event, milliseconds from the start of the program, or the number of the
 * step
 * @param value of a metric or a check, its value
 * @param expected of a check, the value in theory
 * @param attributes of an event, its other attributes
 */
public record ProgramLine(@Nullable String metric, @Nullable String event, @Nullable String check, @Nullable Double at,
		@Nullable Double value, @Nullable Double expected,
		@JsonAnySetter @JsonAnyGetter Map<String, Object> attributes) {

	public ProgramLine {
		attributes = new TreeMap<>(Objects.requireNonNullElse(attributes, Map.of()));
	}

}
