package lab.harness.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import lab.harness.live.ClassRoom.Joined;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

class ClassRoomTests {

	private static final String ADDRESS = "192.0.2.7";

	private static final String TEACHER = "0123456789abcdef";

	private final AtomicLong clock = new AtomicLong();

	@TempDir
	private Path folder;

	private ClassRoom room;

	private String wrongCode;

	@BeforeEach
	void setUp() {
		this.room = new ClassRoom(this.folder, this.clock::get);
		this.wrongCode = this.room.code().equals("000000") ? "000001" : "000000";
	}

	@Test
	void codeShouldHaveSixDigits() {
		assertThat(this.room.code()).matches("[0-9]{6}");
	}

	@Test
	void joinWhenTheClassIsFullShouldBeRefused() {
		Set<String> animals = new HashSet<>();
		for (int i = 0; i < ClassRoom.MAX_PARTICIPANTS; i++) {
			animals.add(join().animal());
		}
		assertThat(animals).hasSize(200);
		assertRefused("class-full", this::join);
	}

	@Test
	void joinWhenAnAddressGuessesShouldRefuseEvenTheRightCode() {
		for (int i = 0; i < ClassRoom.MAX_WRONG_CODES; i++) {
			assertRefused("wrong-code", () -> this.room.join(this.wrongCode, ADDRESS));
		}
		assertRefused("too-many-codes", this::join);
		assertThatNoException().isThrownBy(() -> this.room.join(this.room.code(), "192.0.2.8"));
		pass(Duration.ofSeconds(60));
		assertThatNoException().isThrownBy(this::join);
	}

	@Test
	void joinWhenManyAddressesGuessTogetherShouldBeRefused() {
		for (int i = 0; i < ClassRoom.MAX_WRONG_CODES_OF_ALL; i++) {
			String address = "192.0.2." + i / 20;
			assertRefused("wrong-code", () -> this.room.join(this.wrongCode, address));
		}
		assertRefused("too-many-codes", this::join);
	}

	@Test
	void countPostWhenThereAreMoreThanFiveInASecondShouldBeRefused() {
		for (int i = 0; i < ClassRoom.MAX_POSTS; i++) {
			this.room.countPost("", ADDRESS);
		}
		assertRefused("too-many-posts", () -> this.room.countPost("", ADDRESS));
		assertThatNoException().isThrownBy(() -> this.room.countPost("", "192.0.2.8"));
		pass(Duration.ofSeconds(1));
		assertThatNoException().isThrownBy(() -> this.room.countPost("", ADDRESS));
	}

	/** Guests of a wireless network may all have one address. */
	@Test
	void countPostWhenAClassHasOneAddressShouldCountEachParticipant() {
		List<Joined> joined = Stream.generate(this::join).limit(25).toList();
		joined.forEach((one) -> this.room.countPost(one.secret(), ADDRESS));
		for (int i = 1; i < ClassRoom.MAX_POSTS; i++) {
			this.room.countPost(joined.getFirst().secret(), ADDRESS);
		}
		assertRefused("too-many-posts", () -> this.room.countPost(joined.getFirst().secret(), ADDRESS));
		joined.stream().skip(1).limit(20).forEach((one) -> this.room.countPost(one.secret(), ADDRESS));
		assertRefused("too-many-posts", () -> this.room.countPost(joined.getLast().secret(), ADDRESS));
	}

	@Test
	void answerWhenNobodyHasTheSecretShouldBeRefused() {
		ask();
		assertRefused("not-joined", () -> this.room.answer("nobody", 1, predicting(400.0)));
	}

	@Test
	void answerWhenTheQuestionIsClosedShouldBeRefused() {
		Joined joined = join();
		assertRefused("question-closed", () -> this.room.answer(joined.secret(), 1, predicting(400.0)));
		ask();
		this.room.close();
		assertRefused("question-closed", () -> this.room.answer(joined.secret(), 1, predicting(400.0)));
	}

	@Test
	void seenByShouldFindItsAnswerAgainAndHideTheLaw() {
		Joined joined = join();
		ask();
		this.room.answer(joined.secret(), 1, predicting(350.0));
		this.room.answer(joined.secret(), 1, predicting(null));
		ClassQuestion.ForParticipant seen = this.room.seenBy(joined.secret(), null);
		assertThat(seen.animal()).isEqualTo(joined.animal());
		assertThat(seen.state()).isEqualTo("open");
		assertThat(seen.mine()).isEqualTo(predicting(null));
		assertThat(seen.law()).isEmpty();
	}

	@Test
	void seenByTeacherShouldShowFiguresOnlyWhenTheQuestionIsClosed() {
		ask();
		this.room.answer(join().secret(), 1, predicting(350.0));
		this.room.answer(join().secret(), 1, predicting(null));
		ClassQuestion.ForTeacher open = question();
		assertThat(open.answered()).isEqualTo(2);
		assertThat(open.predictions()).isEmpty();
		this.room.close();
		assertThat(question().predictions()).isEqualTo(Map.of("webflux", List.of(350.0)));
	}

	@Test
	void orderWhenTheQuestionIsOpenShouldBeRefused() {
		ask();
		assertRefused("question-open", () -> this.room.order());
		this.room.close();
		assertThat(this.room.order().predictions()).isEqualTo(predicting(null));
	}

	@Test
	void closeShouldKeepThePredictionsWithoutNamesOrAddresses() throws IOException {
		Joined joined = join();
		ask();
		this.room.answer(joined.secret(), 1, predicting(350.0));
		this.room.close();
		try (var files = Files.list(this.folder)) {
			assertThat(files).singleElement()
				.satisfies((file) -> assertThat(Files.readString(file)).contains(joined.animal(), "350")
					.doesNotContain(joined.secret(), ADDRESS));
		}
	}

	@Test
	void endShouldKeepThePredictionsOfAnOpenQuestion() throws IOException {
		ask();
		this.room.answer(join().secret(), 1, predicting(350.0));
		this.room.end();
		try (var files = Files.list(this.folder)) {
			assertThat(files).singleElement().satisfies((file) -> assertThat(file).content().contains("350"));
		}
	}

	@Test
	void endWhenNothingWasAskedShouldWriteNothing() {
		this.room.end();
		assertThat(this.folder).isEmptyDirectory();
	}

	@Test
	void closeWhenThePredictionsCannotBeKeptShouldBeRefusedButCloseTheQuestion() throws IOException {
		keepNowhere();
		ask();
		assertRefused("not-kept", () -> this.room.close());
		assertThat(question().open()).isFalse();
		assertRefused("not-kept", () -> this.room.end());
	}

	@Test
	void seenByWhenTheFiguresCannotBeKeptShouldShowThem() throws IOException {
		keepNowhere();
		Joined joined = join();
		ask();
		assertRefused("not-kept", () -> this.room.close());
		this.room.started(1);
		Round.View done = new Round.View(1, 300, predicting(null), Map.of("webflux", 600.0), Map.of("webflux", 590.0),
				"done");
		assertThat(this.room.seenBy(joined.secret(), done).measured()).containsEntry("webflux", 590.0);
	}

	@Test
	void requireTeacherWhenAnotherPageLeadsShouldBeRefusedUntilItHasLeft() {
		this.room.requireTeacher(TEACHER);
		pass(Duration.ofMinutes(2));
		assertRefused("other-teacher", () -> this.room.requireTeacher("fedcba9876543210"));
		this.room.requireTeacher(TEACHER);
		pass(Duration.ofMinutes(2).plusNanos(1));
		assertThatNoException().isThrownBy(() -> this.room.requireTeacher("fedcba9876543210"));
	}

	/** Opens a class whose folder cannot be made. */
	private void keepNowhere() throws IOException {
		Path file = Files.writeString(this.folder.resolve("file"), "");
		this.room = new ClassRoom(file.resolve("class"), this.clock::get);
	}

	/** The first load was disturbed, and the teacher runs it again. */
	@Test
	void seenByTeacherWhenTheLoadRanAgainShouldShowItsFigures() {
		ask();
		this.room.close();
		this.room.started(1);
		assertThat(measuredBy(round(1, 412.0))).containsExactly(412.0);
		this.room.started(2);
		assertThat(measuredBy(round(1, 412.0))).isEmpty();
		assertThat(measuredBy(round(2, 598.0))).containsExactly(598.0);
	}

	private List<Double> measuredBy(Round.View round) {
		return List.copyOf(Objects.requireNonNull(this.room.seenByTeacher(round).question()).measured().values());
	}

	private static Round.View round(int number, double measured) {
		return new Round.View(number, 300, predicting(null), Map.of("webflux", 600.0), Map.of("webflux", measured),
				"done");
	}

	private ClassQuestion.ForTeacher question() {
		return Objects.requireNonNull(this.room.seenByTeacher(null).question());
	}

	private Joined join() {
		return this.room.join(this.room.code(), ADDRESS);
	}

	private void ask() {
		this.room.ask(300, false, List.of("webflux"), 500.0);
	}

	private void pass(Duration time) {
		this.clock.addAndGet(time.toNanos());
	}

	private static Map<String, @Nullable Double> predicting(@Nullable Double value) {
		Map<String, @Nullable Double> predictions = new LinkedHashMap<>();
		predictions.put("webflux", value);
		return predictions;
	}

	private static void assertRefused(String problem, ThrowingCallable call) {
		assertThatExceptionOfType(Refusal.class).isThrownBy(call)
			.satisfies((refusal) -> assertThat(refusal.body().problem()).isEqualTo(problem))
			.satisfies((refusal) -> assertThat(refusal.body().detail()).hasLineCount(1));
	}

}
