package lab.harness.lesson;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import lab.harness.advise.Advice;
import lab.harness.advise.Advice.Ceiling;
import lab.harness.advise.AdviceText;
import lab.harness.advise.Resource;
import lab.harness.advise.Workload;
import lab.harness.model.InvalidInputException;
import lab.harness.report.Language;
import lab.harness.report.Text;
import org.jspecify.annotations.Nullable;

/**
 * The lesson in which a participant decides for a service of their own: what the law says
 * about its figures, and the decision in their own words.
 */
public final class AdviceSession {

	private static final int LONGEST_DECISION = 300;

	/** Characters of each half of a decision. */
	private static final int LONGEST_ANSWER = 130;

	private final LessonFile file;

	private final Notebook notebook;

	private final Conversation conversation;

	public AdviceSession(LessonFile file, Notebook notebook, Conversation conversation) {
		this.file = file;
		this.notebook = notebook;
		this.conversation = conversation;
	}

	/**
	 * Takes the figures of the service unless they were taken, advises, and keeps the
	 * decision.
	 * @param given the figures of the command line, or null to ask
	 * @param decision the decision, or null to ask
	 */
	public void attend(@Nullable String given, @Nullable String decision) throws IOException {
		if (given != null) {
			keep(Predictions.parse(this.file.lesson(), given));
		}
		else if (notes().predicted() == null) {
			this.conversation.say(Phrase.GIVE);
			keep(Predictions.ask(this.file.lesson(), this.conversation));
		}
		Map<String, Double> figures = Objects.requireNonNullElse(notes().predicted(), Map.of());
		Workload workload = workload(figures);
		if (workload == null) {
			this.conversation.say(Phrase.UNKNOWN_SERVICE,
					Conversation.bench("advise --actuator http://localhost:8080/actuator"));
		}
		else {
			this.conversation.say(AdviceText.limits(Advice.of(workload), this.conversation.language()));
			this.conversation.say(Phrase.ALL_ADVICE, Conversation.bench(options(notes())));
			limits(figures, this.conversation.language()).ifPresent(this.conversation::say);
		}
		Words after = this.file.lesson().after();
		if (after != null) {
			this.conversation.say(after);
		}
		decide(decision);
	}

	/** The predicted limit beside that of the law, or empty without a prediction. */
	static Optional<String> limits(Map<String, Double> figures, Language language) {
		Double limit = figures.get(Lesson.LIMIT);
		Workload workload = workload(figures);
		if (limit == null || workload == null) {
			return Optional.empty();
		}
		Ceiling smallest = Advice.of(workload).smallest();
		return Optional.of(Phrase.YOUR_LIMIT.in(language, Comparison.number(limit),
				Comparison.number((smallest != null) ? (Double) smallest.throughput() : null)));
	}

	private void decide(@Nullable String decision) throws IOException {
		Exercise exercise = this.file.lesson().exercise();
		if (decision == null && exercise != null) {
			this.conversation.say(exercise.ask());
		}
		String words = (decision != null) ? decision : askForDecision(Phrase.DECIDE);
		if (decision == null && words != null && !words.isBlank()) {
			String reason = askForDecision(Phrase.MIND);
			words += (reason == null || reason.isBlank()) ? ""
					: Phrase.CHANGES.in(this.conversation.language(), reason.strip());
		}
		if (words == null) {
			this.conversation.say(Phrase.DECIDE_WITH,
					Conversation.bench("lesson " + this.file.number() + " --decision \"...\""));
		}
		else if (!words.isBlank()) {
			String clean = clean(words);
			InvalidInputException.require(clean.length() <= LONGEST_DECISION, "--decision",
					clean.length() + " characters; accepted: " + LONGEST_DECISION);
			this.notebook.keep(this.file.number(), notes().deciding(clean));
			this.conversation.say(Phrase.DECIDED, clean);
		}
	}

	/**
	 * Asks for a half of the decision, again while it is too long; null if nobody
	 * answers.
	 */
	private @Nullable String askForDecision(Phrase question) throws IOException {
		String prompt = question.in(this.conversation.language());
		String words = this.conversation.ask(prompt);
		while (words != null && clean(words).length() > LONGEST_ANSWER) {
			this.conversation.say(Phrase.TOO_LONG, clean(words).length(), LONGEST_ANSWER);
			words = this.conversation.ask(prompt);
		}
		return words;
	}

	private static String clean(String words) {
		return Text.clean(words.strip());
	}

	private Notes notes() {
		return this.notebook.of(this.file.number());
	}

	private void keep(Map<String, Double> figures) throws IOException {
		this.notebook.keep(this.file.number(), notes().predicting(figures));
	}

	/** The service as far as it is known, or null if the law can say nothing about it. */
	private static @Nullable Workload workload(Map<String, Double> figures) {
		if (!figures.containsKey("rate") || !figures.containsKey("wait")) {
			return null;
		}
		Map<Resource, Double> amounts = new EnumMap<>(Resource.class);
		Double threads = figures.get("threads");
		if (threads != null) {
			amounts.put(Resource.REQUEST_THREADS, threads);
		}
		return new Workload(figures.get("rate"), new Workload.Times(figures.get("wait"), null, null, false, 0), amounts,
				Set.of(), null, null, null)
			.withDefaults(true);
	}

	/** The arguments of bench that give the same advice. */
	static String options(Notes notes) {
		StringBuilder options = new StringBuilder("advise");
		Map<String, Double> figures = notes.predicted();
		if (figures != null) {
			Lesson.ADVICE.stream().filter(figures::containsKey).forEach((key) -> {
				Double figure = figures.get(key);
				options.append(" --").append(key).append(' ').append((figure != null) ? plain(figure) : "");
				options.append(key.equals("wait") ? "ms" : "");
			});
		}
		return options.toString();
	}

	private static String plain(double figure) {
		return Double.isInfinite(figure) ? Question.NO_LIMIT
				: BigDecimal.valueOf(figure).stripTrailingZeros().toPlainString();
	}

}
