package lab.harness.live;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import lab.harness.live.ClassRoom.Joined;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ClassRoomTests {

	private static final String TEACHER = "0123456789abcdef";

	@TempDir
	private Path folder;

	private long now;

	private ClassRoom room;

	@BeforeEach
	void open() {
		this.room = new ClassRoom(this.folder, () -> this.now);
	}

	private Joined join() {
		return this.room.join(this.room.code(), "10.0.0.1");
	}

	private void later(int seconds) {
		this.now += TimeUnit.SECONDS.toNanos(seconds);
	}

	private static void assertRefused(String problem, ThrowingCallable call) {
		assertThatExceptionOfType(Refusal.class).isThrownBy(call)
			.satisfies((refusal) -> assertThat(refusal.body().problem()).isEqualTo(problem))
			.satisfies((refusal) -> assertThat(refusal.body().detail()).doesNotContain("\n"));
	}

	private String wrongCode() {
		return this.room.code().equals("000000") ? "000001" : "000000";
	}

	@Test
	void codeShouldHaveSixDigits() {
		assertThat(this.room.code()).matches("[0-9]{6}");
	}

	@Test
	void joinWhenClassIsFullShouldRefuse() {
		Set<String> animals = new HashSet<>();
		for (int i = 0; i < ClassRoom.MAX_PARTICIPANTS; i++) {
			animals.add(join().animal());
		}
		assertThat(animals).hasSize(200);
		assertRefused("class-full", this::join);
	}

	@Test
	void joinWhenAddressGuessesShouldRefuseItForAMinute() {
		for (int i = 0; i < ClassRoom.MAX_WRONG_CODES; i++) {
			assertRefused("wrong-code", () -> this.room.join(wrongCode(), "10.0.0.1"));
		}
		assertRefused("too-many-codes", this::join);
		assertThat(this.room.join(this.room.code(), "10.0.0.2").animal()).isNotEmpty();
		later(60);
		assertThat(join().animal()).isNotEmpty();
	}

	@Test
	void joinWhenManyAddressesGuessShouldRefuseAll() {
		for (int i = 0; i < ClassRoom.MAX_WRONG_CODES_OF_ALL; i++) {
			String address = "10.0.1." + i;
			assertRefused("wrong-code", () -> this.room.join(wrongCode(), address));
		}
		assertRefused("too-many-codes", this::join);
	}

	@Test
	void countPostWhenThereAreMoreThanFiveASecondShouldRefuse() {
		for (int i = 0; i < 5; i++) {
			this.room.countPost("10.0.0.1");
		}
		assertRefused("too-many-posts", () -> this.room.countPost("10.0.0.1"));
		this.room.countPost("10.0.0.2");
		later(1);
		this.room.countPost("10.0.0.1");
	}

	@Test
	void answerShouldBeHiddenUntilTheQuestionIsClosedAndThenKept() throws Exception {
		Joined one = join();
		this.room.ask(300, false, List.of("webflux"), 500.0);
		this.room.answer(one.secret(), 1, Map.of("webflux", 321.0, "another", 1.0));
		assertThat(this.room.seenByTeacher(null).question()).isNotNull().satisfies((question) -> {
			assertThat(question.answered()).isEqualTo(1);
			assertThat(question.predictions()).isEmpty();
		});
		this.room.close();
		assertThat(this.room.seenByTeacher(null).question()).isNotNull()
			.satisfies((question) -> assertThat(question.predictions())
				.containsExactly(Map.entry("webflux", List.of(321.0))));
		assertRefused("question-closed", () -> this.room.answer(one.secret(), 1, Map.of()));
		try (Stream<Path> files = Files.list(this.folder)) {
			String kept = Files.readString(files.findFirst().orElseThrow());
			assertThat(kept).contains(one.animal(), "321.0").doesNotContain(one.secret(), "another", "10.0.0.1");
		}
	}

	@Test
	void seenByWhenPageIsLoadedAgainShouldShowTheSameParticipant() {
		Joined one = join();
		this.room.ask(300, false, List.of("webflux"), null);
		this.room.answer(one.secret(), 1, Map.of("webflux", 321.0));
		ClassQuestion.ForParticipant seen = this.room.seenBy(one.secret(), null);
		assertThat(seen.animal()).isEqualTo(one.animal());
		assertThat(seen.mine()).containsEntry("webflux", 321.0);
		assertThat(seen.law()).isEmpty();
	}

	@Test
	void answerWhenNotJoinedShouldRefuse() {
		this.room.ask(300, false, List.of("webflux"), null);
		assertRefused("not-joined", () -> this.room.answer("somebody", 1, Map.of()));
	}

	@Test
	void requireTeacherWhenAnotherPageLeadsShouldRefuseUntilItHasLeft() {
		this.room.requireTeacher(TEACHER);
		assertRefused("other-teacher", () -> this.room.requireTeacher("another-page-of-a-teacher"));
		this.room.requireTeacher(TEACHER);
		later(121);
		this.room.requireTeacher("another-page-of-a-teacher");
	}

	@Test
	void orderWhenQuestionIsOpenShouldRefuse() {
		this.room.ask(300, false, List.of("webflux"), null);
		assertRefused("question-open", this.room::order);
		this.room.close();
		assertThat(this.room.order().users()).isEqualTo(300);
	}

}
