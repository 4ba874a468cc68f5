package lab.harness.lesson;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import lab.harness.model.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * Takes the figures of a participant, from the command line or typed. What they do not
 * know is left out.
 */
final class Predictions {

	static final String OPTION = "--predict";

	private static final String UNKNOWN = "-";

	private Predictions() {
	}

	/**
	 * Reads them from the command line, such as {@code 50=100,100=-}.
	 * @throws InvalidInputException if a key is unknown, or a value is no number
	 */
	static Map<String, Double> parse(Lesson lesson, String option) {
		Map<String, Double> figures = new LinkedHashMap<>();
		for (String part : option.split(",")) {
			if (part.isBlank() || part.strip().equals(UNKNOWN)) {
				continue;
			}
			int equals = part.indexOf('=');
			require(equals > 0, "'" + part.strip() + "' is no prediction; write a key and a number, such as "
					+ lesson.predict().getFirst().key() + "=120");
			String key = part.substring(0, equals).strip();
			String text = part.substring(equals + 1).strip();
			Question question = lesson.question(key)
				.orElseThrow(() -> new InvalidInputException(OPTION, "unknown key '" + key + "'; accepted: "
						+ lesson.predict().stream().map(Question::key).collect(Collectors.joining(", "))));
			if (text.isEmpty() || text.equals(UNKNOWN)) {
				continue;
			}
			Double figure = question.parse(text);
			if (figure == null) {
				throw new InvalidInputException(OPTION, key + ": '" + text + "' is no number"
						+ (question.isOfService() ? " above 0, at most 100000 req/s, 10 minutes, whole threads" : "")
						+ "; write one in " + question.unit() + ", or - if you do not know");
			}
			require(!figures.containsKey(key), "the key " + key + " is there twice");
			figures.put(key, figure);
		}
		return figures;
	}

	private static void require(boolean valid, String otherwise) {
		InvalidInputException.require(valid, OPTION, otherwise);
	}

	/**
	 * Asks for those of a lesson.
	 * @throws InvalidInputException if nobody answers
	 */
	static Map<String, Double> ask(Lesson lesson, Conversation conversation) throws IOException {
		Map<String, Double> figures = ask(lesson.predict(), conversation);
		if (figures == null) {
			throw new InvalidInputException(OPTION, "nobody answers; give the predictions, such as --predict "
					+ lesson.predict().stream().map((one) -> one.key() + "=-").collect(Collectors.joining(",")));
		}
		return figures;
	}

	/**
	 * Asks for figures one by one, and again until each is one; null if nobody answers.
	 */
	static @Nullable Map<String, Double> ask(List<Question> questions, Conversation conversation) throws IOException {
		Map<String, Double> figures = new LinkedHashMap<>();
		for (Question question : questions) {
			Double figure = null;
			boolean unknown = false;
			while (figure == null && !unknown) {
				String text = conversation.ask("  " + Phrase.PROMPT.in(conversation.language(),
						question.ask().in(conversation.language()), question.unit(conversation.language())));
				if (text == null) {
					return null;
				}
				unknown = text.isBlank() || text.strip().equals(UNKNOWN);
				figure = unknown ? null : question.parse(text);
				if (figure == null && !unknown) {
					conversation.say(question.isOfService() ? Phrase.NOT_POSITIVE : Phrase.NO_NUMBER, text.strip());
				}
			}
			if (figure != null) {
				figures.put(question.key(), figure);
			}
		}
		return figures;
	}

}
