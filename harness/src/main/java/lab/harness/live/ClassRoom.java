package lab.harness.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import lab.harness.live.ClassQuestion.Asked;
import lab.harness.model.DataFile;
import org.jspecify.annotations.Nullable;

/**
 * A class that predicts: participants join with a code and get the name of an animal, the
 * teacher asks, closes the question and runs the load. Every limit is here.
 */
final class ClassRoom {

	static final int MAX_PARTICIPANTS = 200;

	/** Posts a second from a participant, or from an address that has not joined. */
	static final int MAX_POSTS = 5;

	/** Posts a second from one address, behind which a whole class may be. */
	static final int MAX_POSTS_OF_ADDRESS = 50;

	/** Wrong codes a minute from one address. */
	static final int MAX_WRONG_CODES = 30;

	/**
	 * Wrong codes a minute from all addresses: in ten minutes a thousandth of all codes.
	 */
	static final int MAX_WRONG_CODES_OF_ALL = 100;

	/** A teacher whose page was not seen for this long has left. */
	private static final long TEACHER_LEFT_NANOS = TimeUnit.MINUTES.toNanos(2);

	private static final String ALL = "all";

	private final SecureRandom random = new SecureRandom();

	private final String code = "%06d".formatted(this.random.nextInt(1_000_000));

	private final Animals animals = new Animals(this.random);

	private final LongSupplier clock;

	private final PostLimit posts;

	private final PostLimit postsOfAddress;

	private final PostLimit wrongCodes;

	private final PostLimit wrongCodesOfAll;

	private final Path file;

	/** The animal of each participant by the secret that only its page knows. */
	private final Map<String, String> participants = new LinkedHashMap<>();

	private final List<ClassQuestion> questions = new ArrayList<>();

	private @Nullable String teacher;

	private long teacherSeenAt;

	/**
	 * Opens a class.
	 * @param folder where its predictions are kept, made if it is missing
	 * @param clock nanoseconds, such as {@link System#nanoTime()}
	 */
	ClassRoom(Path folder, LongSupplier clock) {
		this.clock = clock;
		this.posts = new PostLimit(MAX_POSTS, 1, clock);
		this.postsOfAddress = new PostLimit(MAX_POSTS_OF_ADDRESS, 1, clock);
		this.wrongCodes = new PostLimit(MAX_WRONG_CODES, 60, clock);
		this.wrongCodesOfAll = new PostLimit(MAX_WRONG_CODES_OF_ALL, 60, clock);
		String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString().replace(':', '-');
		this.file = folder.resolve(now + ".json");
	}

	/** The six digits that the teacher shows. */
	String code() {
		return this.code;
	}

	/** Counts a post, of a participant if the secret is that of one. */
	synchronized void countPost(String secret, String address) {
		if (!this.postsOfAddress.count(address)
				|| !this.posts.count(this.participants.containsKey(secret) ? secret : address)) {
			throw new Refusal(429, "too-many-posts",
					"at most " + MAX_POSTS + " posts a second from one participant; try again in a second");
		}
	}

	/** Lets somebody in who knows the code. */
	synchronized Joined join(String code, String address) {
		if (this.wrongCodes.isReached(address) || this.wrongCodesOfAll.isReached(ALL)) {
			throw new Refusal(429, "too-many-codes", "too many wrong codes; try again in a minute");
		}
		if (!code.equals(this.code)) {
			this.wrongCodes.count(address);
			this.wrongCodesOfAll.count(ALL);
			throw new Refusal(403, "wrong-code", "this is not the code; read the six digits on the teacher's page");
		}
		if (this.participants.size() >= MAX_PARTICIPANTS) {
			throw new Refusal(409, "class-full", "the class has its " + MAX_PARTICIPANTS + " participants");
		}
		byte[] bytes = new byte[16];
		this.random.nextBytes(bytes);
		Joined joined = new Joined(HexFormat.of().formatHex(bytes), this.animals.next());
		this.participants.put(joined.secret(), joined.animal());
		return joined;
	}

	/** Takes the predictions of a participant, in place of earlier ones. */
	synchronized void answer(String secret, int number, Map<String, @Nullable Double> predictions) {
		String animal = animal(secret);
		ClassQuestion question = now();
		if (question == null || question.number() != number || !question.isOpen()) {
			throw new Refusal(409, "question-closed", "this question is closed");
		}
		question.answer(animal, predictions);
	}

	/**
	 * The last question as its participant sees it.
	 * @throws Refusal if nobody has this secret
	 */
	synchronized ClassQuestion.ForParticipant seenBy(String secret, Round.@Nullable View round) {
		update(round);
		String animal = animal(secret);
		ClassQuestion question = now();
		return (question != null) ? question.seenBy(animal)
				: new ClassQuestion.ForParticipant(animal, null, null, null, Map.of(), Map.of());
	}

	private String animal(String secret) {
		String animal = this.participants.get(secret);
		if (animal == null) {
			throw new Refusal(403, "not-joined", "join the class with its code first");
		}
		return animal;
	}

	/** Makes a page that of the teacher, unless another one is. */
	synchronized void requireTeacher(String page) {
		if (page.length() < 16 || page.length() > 64) {
			throw new Refusal(400, "invalid-value", "a teacher's page names itself with 16 to 64 characters");
		}
		boolean left = this.clock.getAsLong() - this.teacherSeenAt > TEACHER_LEFT_NANOS;
		if (this.teacher != null && !left && !this.teacher.equals(page)) {
			throw new Refusal(409, "other-teacher",
					"another page leads this class; close it, and try again in two minutes");
		}
		this.teacher = page;
		this.teacherSeenAt = this.clock.getAsLong();
	}

	/** The class as its teacher sees it. */
	synchronized ForTeacher seenByTeacher(Round.@Nullable View round) {
		update(round);
		ClassQuestion question = now();
		return new ForTeacher(this.code, this.participants.size(),
				(question != null) ? question.seenByTeacher() : null);
	}

	/** Asks a question in place of the last one. */
	synchronized void ask(int users, boolean guarded, List<String> models, @Nullable Double meanMillis) {
		close();
		this.questions.add(new ClassQuestion(new Asked(this.questions.size() + 1, users, guarded, models, meanMillis)));
	}

	/**
	 * Takes no more answers to the question, if there is one, and keeps those it has.
	 * @throws Refusal if they cannot be kept; the question is closed nevertheless
	 */
	synchronized void close() {
		ClassQuestion question = now();
		if (question != null && question.isOpen()) {
			question.close();
			keep();
		}
	}

	/**
	 * Ends the class, and keeps what an open question or an earlier failure left out.
	 * @throws Refusal if it cannot be kept
	 */
	synchronized void end() {
		ClassQuestion question = now();
		if (question != null) {
			question.close();
			keep();
		}
	}

	/**
	 * The load of the question that was closed.
	 * @throws Refusal if it is still open, or there is none
	 */
	synchronized LoadOrder order() {
		ClassQuestion question = now();
		if (question == null || question.isOpen()) {
			throw new Refusal(409, "question-open", "close the question first");
		}
		return question.order();
	}

	/** Names the round that runs for the question. */
	synchronized void started(int round) {
		ClassQuestion question = now();
		if (question != null) {
			question.started(round);
		}
	}

	private void update(Round.@Nullable View round) {
		ClassQuestion question = now();
		if (question != null && round != null && question.update(round)) {
			try {
				keep();
			}
			catch (Refusal ex) {
				// The pages go on; the next question or the end of the class tells it.
			}
		}
	}

	private @Nullable ClassQuestion now() {
		return this.questions.isEmpty() ? null : this.questions.getLast();
	}

	private void keep() {
		try {
			Files.createDirectories(this.file.resolveSibling(""));
			DataFile.write(this.file, new Kept(this.questions.stream().map(ClassQuestion::kept).toList()));
		}
		catch (IOException ex) {
			throw new Refusal(500, "not-kept", "the predictions cannot be kept in " + this.file + ": " + ex);
		}
	}

	/**
	 * A new participant.
	 *
	 * @param secret by which its page is known
	 * @param animal its name
	 */
	record Joined(String secret, String animal) {
	}

	/**
	 * The class as the teacher sees it.
	 *
	 * @param code the six digits
	 * @param joined participants
	 * @param question the last question, or null before the first
	 */
	record ForTeacher(String code, int joined, ClassQuestion.@Nullable ForTeacher question) {
	}

	/**
	 * The file of a class.
	 *
	 * @param questions its questions, each with the predictions
	 */
	record Kept(List<ClassQuestion.Kept> questions) {
	}

}
