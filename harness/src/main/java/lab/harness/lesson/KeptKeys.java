package lab.harness.lesson;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import lab.harness.model.YamlFile;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The keys of an exercise that may not be changed: load, backend and expectations are the
 * task itself.
 */
final class KeptKeys {

	private static final String VARIANTS = "variants";

	private KeptKeys() {
	}

	/**
	 * The first key that differs, such as {@code load} or {@code variants.shop.load}, or
	 * null.
	 * @param shipped the exercise
	 * @param own the file of the participant
	 * @param keys the keys to compare, of the experiment and of each of its variants
	 */
	static @Nullable String changed(YamlFile shipped, YamlFile own, List<String> keys) {
		JsonNode ours = shipped.tree();
		JsonNode theirs = own.tree();
		for (String key : keys) {
			if (differ(ours, theirs, key)) {
				return key;
			}
			for (String variant : variants(ours, theirs)) {
				if (differ(variant(ours, variant), variant(theirs, variant), key)) {
					return VARIANTS + "." + variant + "." + key;
				}
			}
		}
		return null;
	}

	private static Set<String> variants(JsonNode... experiments) {
		Set<String> names = new TreeSet<>();
		for (JsonNode experiment : experiments) {
			experiment.path(VARIANTS).properties().stream().map(Map.Entry::getKey).forEach(names::add);
		}
		return names;
	}

	private static JsonNode variant(JsonNode experiment, String name) {
		return experiment.path(VARIANTS).path(name);
	}

	private static boolean differ(JsonNode one, JsonNode other, String key) {
		return !Objects.equals(one.get(key), other.get(key));
	}

}
