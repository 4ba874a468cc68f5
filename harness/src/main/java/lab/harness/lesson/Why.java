package lab.harness.lesson;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import lab.harness.model.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * The question after a run.
 *
 * @param choices one right answer, and wrong ones that people really give
 */
public record Why(Words ask, List<Choice> choices) {

	private static final int MOST = 6;

	public Why {
		choices = List.copyOf(Objects.requireNonNullElse(choices, List.of()));
		InvalidInputException.require(ask != null, "ask", "'ask' is required");
		InvalidInputException.require(choices.size() >= 2 && choices.size() <= MOST, "choices",
				choices.size() + " choices; accepted: 2 to " + MOST);
		InvalidInputException.require(choices.stream().filter(Choice::right).count() == 1, "choices",
				"exactly one choice has right: true");
	}

	/**
	 * The numbers of the choices, from 0, in the order in which they are shown.
	 * @param seed decides the order
	 */
	public List<Integer> order(long seed) {
		List<Integer> order = new ArrayList<>(IntStream.range(0, this.choices.size()).boxed().toList());
		Collections.shuffle(order, new SplittableRandom(seed));
		return List.copyOf(order);
	}

	/**
	 * The choice of a participant, or null if they have not chosen.
	 * @param number its number from 0, which may be that of another form of the lesson
	 */
	@Nullable Choice choice(@Nullable Integer number) {
		return (number != null && number < this.choices.size()) ? this.choices.get(number) : null;
	}

	/** The right choice. */
	Choice right() {
		return this.choices.stream().filter(Choice::right).findFirst().orElseThrow();
	}

	/**
	 * A choice.
	 *
	 * @param because why it is right, or why it is wrong
	 */
	public record Choice(boolean right, Words text, Words because) {

		public Choice {
			InvalidInputException.require(text != null, "text", "'text' is required");
			InvalidInputException.require(because != null, "because", "'because' is required");
		}

	}

}
