package lab.harness.lesson;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The data of a lesson, {@code lesson.yml}.
 *
 * @param minutes the time of the whole lesson
 * @param run the experiments that it measures, none for a lesson that only advises
 * @param jdk21 whether it needs a JDK 21
 * @param predict the figures that are asked before the run
 * @param why the question after the run, or null
 * @param after why it came so; printed after the answer to the question, or null
 * @param exercise its exercise, or null
 * @param takeHome the sentences for the page to take home
 */
public record Lesson(int minutes, List<String> run, @JsonProperty("jdk-21") boolean jdk21, List<Question> predict,
		@Nullable Why why, @Nullable Words after, @Nullable Exercise exercise, List<Words> takeHome) {

	/** The figures of a service that are options of bench advise. */
	static final List<String> ADVICE = List.of("rate", "wait", "threads");

	/** The prediction of a lesson that advises: what the law allows the service. */
	static final String LIMIT = "limit";

	private static final List<String> OF_A_SERVICE = Stream.concat(ADVICE.stream(), Stream.of(LIMIT)).toList();

	private static final int MOST_MINUTES = 180;

	public Lesson {
		run = List.copyOf(Objects.requireNonNullElse(run, List.of()));
		predict = List.copyOf(Objects.requireNonNullElse(predict, List.of()));
		takeHome = List.copyOf(Objects.requireNonNullElse(takeHome, List.of()));
		InvalidInputException.requireRange("minutes", minutes, 1, MOST_MINUTES);
		InvalidInputException.require(!predict.isEmpty(), "predict", "'predict' is required: what is asked");
		List<String> keys = predict.stream().map(Question::key).toList();
		InvalidInputException.require(keys.stream().distinct().count() == keys.size(), "predict",
				"two predictions have the same key");
		boolean measures = !run.isEmpty();
		InvalidInputException.require(predict.stream().allMatch((question) -> (question.figure() != null) == measures),
				"predict", measures ? "every prediction needs figure, law and within"
						: "without 'run' there are no figures to predict");
		InvalidInputException.require(measures || (exercise != null && exercise.advise()), "run",
				"'run' is required, unless the exercise has advise: true");
		InvalidInputException.require(measures || keys.equals(OF_A_SERVICE), "predict",
				"advice asks for " + String.join(", ", OF_A_SERVICE) + ", in this order");
	}

	/** The question with a key. */
	Optional<Question> question(String key) {
		return this.predict.stream().filter((question) -> question.key().equals(key)).findFirst();
	}

	/** Whether it measures nothing, and gives advice. */
	public boolean advises() {
		return this.run.isEmpty();
	}

}
