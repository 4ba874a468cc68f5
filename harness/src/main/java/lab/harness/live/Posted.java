package lab.harness.live;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import lab.harness.model.DataFile;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The JSON object that a page posted. What is missing or out of range is refused with one
 * line.
 */
record Posted(JsonNode body) {

	private static final String INVALID = "invalid-value";

	/**
	 * Reads a body.
	 * @throws Refusal if it is not a JSON object
	 */
	static Posted of(byte[] bytes) {
		try {
			JsonNode body = DataFile.mapper().readTree(bytes);
			if (body.isObject()) {
				return new Posted(body);
			}
		}
		catch (JacksonException ex) {
			// Refused below.
		}
		throw new Refusal(400, INVALID, "send a JSON object");
	}

	/** A whole number in range. */
	int whole(String key, int least, int most) {
		JsonNode value = this.body.path(key);
		if (value.isIntegralNumber() && value.canConvertToInt() && value.asInt() >= least && value.asInt() <= most) {
			return value.asInt();
		}
		throw new Refusal(400, INVALID, key + " must be a whole number from " + least + " to " + most);
	}

	/** A number above 0, at most {@code most}; null if it is missing. */
	@Nullable Double positive(String key, double most) {
		JsonNode value = this.body.path(key);
		if (value.isMissingNode() || value.isNull()) {
			return null;
		}
		if (value.isNumber() && value.asDouble() > 0 && value.asDouble() <= most) {
			return value.asDouble();
		}
		throw new Refusal(400, INVALID, key + " must be a number above 0, at most " + most);
	}

	/** True or false; false if it is missing. */
	boolean flag(String key) {
		JsonNode value = this.body.path(key);
		if (value.isMissingNode() || value.isBoolean()) {
			return value.asBoolean(false);
		}
		throw new Refusal(400, INVALID, key + " must be true or false");
	}

	/** One of several words. */
	String word(String key, List<String> accepted) {
		String word = text(key);
		if (accepted.contains(word)) {
			return word;
		}
		throw new Refusal(400, INVALID, key + " must be one of " + String.join(", ", accepted));
	}

	/** A text, empty if it is missing. */
	String text(String key) {
		JsonNode value = this.body.path(key);
		return value.isString() ? value.asString() : "";
	}

	/**
	 * Predictions by model: a number of requests a second from 0 on, or null for "don't
	 * know".
	 */
	Map<String, @Nullable Double> predictions(String key) {
		JsonNode all = this.body.path(key);
		if (!all.isObject()) {
			throw new Refusal(400, INVALID, key + " must be an object with a number or null for each model");
		}
		Map<String, @Nullable Double> predictions = new LinkedHashMap<>();
		for (Map.Entry<String, JsonNode> entry : all.properties()) {
			predictions.put(entry.getKey(), prediction(entry.getKey(), entry.getValue()));
		}
		return predictions;
	}

	private static @Nullable Double prediction(String model, JsonNode value) {
		if (value.isNull()) {
			return null;
		}
		if (value.isNumber() && value.asDouble() >= 0 && value.asDouble() <= LoadOrder.MAX_PREDICTION) {
			return value.asDouble();
		}
		String name = (model.length() > 40) ? model.substring(0, 40) : model;
		throw new Refusal(400, INVALID, "a prediction (" + name.replaceAll("\\p{Cntrl}", " ")
				+ ") must be a number from 0 to " + LoadOrder.MAX_PREDICTION + ", or null");
	}

}
