package lab.harness.lesson;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

import lab.harness.model.InvalidInputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class AdviceSessionTests {

	@TempDir
	private Path root;

	private Classroom classroom;

	@BeforeEach
	void enter() throws IOException {
		this.classroom = Classroom.in(this.root, 7);
	}

	/** 500 a second x 0.5 s = 250 in flight; 200 threads / 0.5 s = 400 a second. */
	@Test
	void attendShouldAdviseAndKeepTheDecision() throws IOException {
		this.classroom.advice(3)
			.attend("rate=500,wait=0.5s,threads=200,limit=500", "virtual threads, with a bulkhead of 300");
		assertThat(this.classroom.said()).contains("advise --rate 500 --wait 500ms --threads 200", "250",
				"allows only 400 req/s", "At most, in req/s: you 500, the law 400.", "In flight = rate x wait.",
				"Kept: virtual threads, with a bulkhead of 300");
		assertThat(this.classroom.notes(3).decision()).isEqualTo("virtual threads, with a bulkhead of 300");
	}

	@Test
	void attendShouldAskForTheFiguresAndTheDecision() throws IOException {
		this.classroom.typing("500", "500", "none", "", "switch", "a wait below 100 ms").advice(3).attend(null, null);
		assertThat(this.classroom.notes(3).predicted())
			.isEqualTo(Map.of("rate", 500.0, "wait", 500.0, "threads", Double.POSITIVE_INFINITY));
		assertThat(this.classroom.notes(3).decision()).isEqualTo("switch; changed by: a wait below 100 ms");
		assertThat(this.classroom.said()).contains("advise --rate 500 --wait 500ms --threads none", "Decide.");
	}

	@Test
	void attendWhenTheRateIsUnknownShouldSayHowToMeasureIt() throws IOException {
		this.classroom.advice(3).attend("wait=500", null);
		assertThat(this.classroom.said()).contains("the law says nothing. Measure both: ", "advise --actuator",
				"lesson 3 --decision");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~',
			textBlock = """
					rate=0,wait=500    | rate: '0' is no number above 0, at most 100000 req/s, 10 minutes, whole threads; write one in req/s, or - if you do not know
					rate=none,wait=500 | rate: 'none' is no number above 0, at most 100000 req/s, 10 minutes, whole threads; write one in req/s, or - if you do not know
					rate=300,wait=0s   | wait: '0s' is no number above 0, at most 100000 req/s, 10 minutes, whole threads; write one in ms, or - if you do not know
					rate=100001,wait=1 | rate: '100001' is no number above 0, at most 100000 req/s, 10 minutes, whole threads; write one in req/s, or - if you do not know
					rate=300,wait=11m  | wait: '11m' is no number above 0, at most 100000 req/s, 10 minutes, whole threads; write one in ms, or - if you do not know
					rate=300,threads=2.5 | threads: '2.5' is no number above 0, at most 100000 req/s, 10 minutes, whole threads; write one in threads, or - if you do not know
					rate=300,wait=soon | wait: 'soon' is no number above 0, at most 100000 req/s, 10 minutes, whole threads; write one in ms, or - if you do not know
					""")
	void attendWhenAFigureIsNoneShouldKeepNothing(String figures, String message) throws IOException {
		AdviceSession advice = this.classroom.advice(3);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> advice.attend(figures, null))
			.withMessage(message);
		assertThat(this.classroom.notes(3)).isEqualTo(Notes.NONE);
	}

	@Test
	void attendWhenAFigureOrTheDecisionIsInvalidShouldAskAgain() throws IOException {
		this.classroom.typing("0", "500", "none", "0ms", "500", "none", "", "x".repeat(131), "switch", "")
			.advice(3)
			.attend(null, null);
		assertThat(this.classroom.notes(3).predicted())
			.isEqualTo(Map.of("rate", 500.0, "wait", 500.0, "threads", Double.POSITIVE_INFINITY));
		assertThat(this.classroom.notes(3).decision()).isEqualTo("switch");
		assertThat(this.classroom.said()).contains(
				"'0' is no number above 0, at most 100000 req/s, 10 minutes, whole threads; write one such as 120, or nothing.",
				"'none' is no number above 0", "'0ms' is no number above 0", "131 characters; accepted: 130.");
	}

	@Test
	void attendWhenTheDecisionIsTooLongShouldRefuseIt() throws IOException {
		AdviceSession advice = this.classroom.advice(3);
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> advice.attend("rate=500,wait=500", "x".repeat(301)))
			.withMessage("301 characters; accepted: 300");
	}

}
