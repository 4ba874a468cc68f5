package lab.harness.model;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import org.jspecify.annotations.Nullable;

/**
 * One JSON line of a program: a figure {@code {"metric":"reserved","value":4103.2}}, an
 * event {@code {"event":"rejected","at":12,"task":14}}, or a check against what theory
 * says {@code {"check":"rejected","value":2,"expected":2}}. Exactly one of metric, event
 * and check is there.
 *
 * @param metric name of a {@link Metric}, or null
 * @param event what happened, or null
 * @param check what is compared with theory, or null
 * @param at milliseconds from the start of the program, or the number of the step
 * @param value the figure, of a metric or a check
 * @param expected what theory says, of a check
 * @param attributes whatever else the line says of an event
 */
public record ProgramLine(@Nullable String metric, @Nullable String event, @Nullable String check, @Nullable Double at,
		@Nullable Double value, @Nullable Double expected,
		@JsonAnySetter @JsonAnyGetter Map<String, Object> attributes) {

	public ProgramLine {
		attributes = new TreeMap<>(Objects.requireNonNullElse(attributes, Map.of()));
	}

}
