package lab.harness.live;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A question to a class, with what the participants predicted. Nobody sees the law or a
 * prediction of others before it is closed.
 */
final class ClassQuestion {

	private final Asked asked;

	private final Map<String, Map<String, @Nullable Double>> predictions = new LinkedHashMap<>();

	private boolean open = true;

	private int round;

	private Map<String, Double> law = Map.of();

	private Map<String, Double> measured = Map.of();

	/** Whether these are the figures of its last load. */
	private boolean isMeasured;

	ClassQuestion(Asked asked) {
		this.asked = asked;
	}

	int number() {
		return this.asked.number();
	}

	boolean isOpen() {
		return this.open;
	}

	/**
	 * Takes one prediction for each model, null for "don't know".
	 * @throws Refusal if a model is none of the question
	 */
	void answer(String animal, Map<String, @Nullable Double> answer) {
		if (!this.asked.models().containsAll(answer.keySet())) {
			throw new Refusal(400, "wrong-model", "predict for " + String.join(", ", this.asked.models()));
		}
		Map<String, @Nullable Double> kept = new LinkedHashMap<>();
		for (String model : this.asked.models()) {
			kept.put(model, answer.get(model));
		}
		this.predictions.put(animal, kept);
	}

	void close() {
		this.open = false;
	}

	/** The load that answers it, of which the teacher predicts nothing. */
	LoadOrder order() {
		Map<String, @Nullable Double> none = new LinkedHashMap<>();
		this.asked.models().forEach((model) -> none.put(model, null));
		return new LoadOrder(this.asked.users(), this.asked.guarded(), none);
	}

	/** Begins its load, whose figures replace those of an earlier one when they come. */
	void started(int round) {
		this.round = round;
		this.isMeasured = false;
	}

	/**
	 * Takes the figures of its round when they are there; returns whether they are new.
	 */
	boolean update(Round.View view) {
		if (view.number() != this.round || view.measured().isEmpty() || this.isMeasured) {
			return false;
		}
		this.isMeasured = true;
		this.law = view.law();
		this.measured = view.measured();
		return true;
	}

	private Map<String, Double> shown(Map<String, Double> figures) {
		return this.isMeasured ? figures : Map.of();
	}

	ForParticipant seenBy(String animal) {
		return new ForParticipant(animal, this.asked, this.open ? "open" : "closed", this.predictions.get(animal),
				shown(this.law), shown(this.measured));
	}

	ForTeacher seenByTeacher() {
		return new ForTeacher(this.asked, this.open, this.predictions.size(), this.open ? Map.of() : byModel(),
				shown(this.law), shown(this.measured));
	}

	/** The figures of the class by model, without those who do not know. */
	private Map<String, List<Double>> byModel() {
		return this.asked.models()
			.stream()
			.collect(Collectors.toMap((model) -> model,
					(model) -> this.predictions.values()
						.stream()
						.flatMap((answer) -> Stream.ofNullable(answer.get(model)))
						.toList(),
					(one, other) -> one, LinkedHashMap::new));
	}

	Kept kept() {
		return new Kept(this.asked, new LinkedHashMap<>(this.predictions), this.law, this.measured);
	}

	/**
	 * The content of a question.
	 *
	 * @param number questions of this class, from 1
	 * @param users users of each model
	 * @param guarded whether they ask for the path behind the bulkhead
	 * @param models the models
	 * @param meanMillis mean delay of the backend, or null if it is not known
	 */
	record Asked(int number, int users, boolean guarded, List<String> models, @Nullable Double meanMillis) {

		Asked {
			models = List.copyOf(models);
		}

	}

	/**
	 * A question as a participant sees it.
	 *
	 * @param animal the name of the participant
	 * @param question what is asked, or null before the first question
	 * @param state {@code open} or {@code closed}, or null with it
	 * @param mine the predictions of the participant, or null
	 * @param law requests a second by model; empty before they are measured
	 * @param measured requests a second by model; empty before
	 */
	record ForParticipant(String animal, @Nullable Asked question, @Nullable String state,
			@Nullable Map<String, @Nullable Double> mine, Map<String, Double> law, Map<String, Double> measured) {
	}

	/**
	 * A question as the teacher sees it.
	 *
	 * @param question what is asked
	 * @param open whether it takes answers
	 * @param answered participants who answered
	 * @param predictions figures by model, without names; empty while it is open
	 * @param law as for a participant
	 * @param measured as for a participant
	 */
	record ForTeacher(Asked question, boolean open, int answered, Map<String, List<Double>> predictions,
			Map<String, Double> law, Map<String, Double> measured) {
	}

	/**
	 * A question in the file of the class.
	 *
	 * @param question what was asked
	 * @param predictions requests a second by animal and model, null for "don't know"
	 * @param law requests a second by model; empty if no load was run
	 * @param measured requests a second by model; empty if no load was run
	 */
	record Kept(Asked question, Map<String, Map<String, @Nullable Double>> predictions, Map<String, Double> law,
			Map<String, Double> measured) {
	}

}
