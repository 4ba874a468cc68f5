package lab.harness.model.experiment;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

import lab.harness.model.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * The question of an experiment, and its origin.
 *
 * @param question the question it answers
 * @param group its group in {@code bench list}
 * @param source ids of the published results that it repeats
 * @param prediction the expected result, written before the run, or null
 */
public record About(String question, Group group, List<String> source, @Nullable Prediction prediction) {

	public About {
		group = Objects.requireNonNullElse(group, Group.OTHER);
		source = List.copyOf(Objects.requireNonNullElse(source, List.of()));
		InvalidInputException.require(question != null && !question.isBlank(), "question",
				"'question' is missing in the experiment");
	}

	public enum Group {

		MODELS, FAILURE, LIMITS, INSIDE_VIRTUAL_THREADS, MEMORY, POOLS, OTHER;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}
