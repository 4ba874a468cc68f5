package lab.harness.experiment;

import java.util.Arrays;
import java.util.List;

/**
 * A word out of a fixed list.
 */
final class Words {

	private Words() {
	}

	static <E extends Enum<E>> E of(E[] accepted, String text) {
		return of(Arrays.asList(accepted), text);
	}

	static <T> T of(List<T> accepted, String text) {
		for (T word : accepted) {
			if (word.toString().equals(text.strip())) {
				return word;
			}
		}
		throw new InvalidInputException("'" + text + "' is not known; accepted: " + YamlMap.join(accepted));
	}

}
