package lab.harness.lesson;

import java.util.List;

import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class QuestionTests {

	private static Question question(String unit, Metric metric, double law, double within) {
		return new Question("x", new Words("x", "x"), unit, new Figure(List.of("shop"), metric), law, within, null);
	}

	@ParameterizedTest
	@CsvSource({ "req/s, 120, 120", "req/s, ' 99.5 ', 99.5", "req/s, 0, 0", "req/s, many,", "req/s, -3,", "req/s, 1e3,",
			"req/s, '1,000',", "req/s, 2s,", "ms, 500, 500", "ms, 500ms, 500", "ms, 1.5s, 1500", "ms, 1.5 hours,",
			"%, 42, 42", "%, 42 %, 42", "%, 42%, 42", "threads, none," })
	void parseShouldAcceptAFigureInTheUnitAndNothingElse(String unit, String text, @Nullable Double value) {
		assertThat(question(unit, Metric.THROUGHPUT, 1, 1).parse(text)).isEqualTo(value);
	}

	@ParameterizedTest
	@CsvSource({ "rate, req/s, 120, 120", "rate, req/s, 0,", "rate, req/s, 0.0,", "rate, req/s, none,",
			"wait, ms, 0ms,", "wait, ms, 1s, 1000", "wait, ms, none,", "threads, threads, none, Infinity",
			"threads, threads, 0," })
	void parseWhenItIsOfAServiceShouldAcceptNoZeroAndNoLimitOnlyOfThreads(String key, String unit, String text,
			@Nullable Double value) {
		Question question = new Question(key, new Words("x", "x"), unit, null, null, null, null);
		assertThat(question.parse(text)).isEqualTo(value);
	}

	@ParameterizedTest
	@CsvSource({ "95, true", "105, true", "94.9, false", "105.1, false" })
	void isPredictedShouldAcceptWhatIsWithinItsPerCent(double value, boolean is) {
		assertThat(question("req/s", Metric.THROUGHPUT, 100, 5).isPredicted(value)).isEqualTo(is);
	}

	/** Within 20 % of 240 threads is 200, which is a mistake. */
	@Test
	void isPredictedWhenGradedWithinLessShouldAcceptLess() {
		Question question = new Question("t", new Words("t", "t"), "threads",
				new Figure(List.of("shop"), Metric.PLATFORM_THREADS_PEAK), 240.0, 20.0, 15.0);
		assertThat(question.isPredicted(200)).isFalse();
		assertThat(question.isPredicted(210)).isTrue();
	}

	@Test
	void constructorWhenGradedWithinMoreThanMeasuredShouldRefuse() {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> new Question("t", new Words("t", "t"), "threads",
					new Figure(List.of("shop"), Metric.PLATFORM_THREADS_PEAK), 240.0, 20.0, 25.0))
			.withMessage("25.0 is out of range; accepted: more than 0, at most 'within'");
	}

	/** 401 of 400 is 1 / 400 = 0.25 % more, 98 of 100 is 2 % less. */
	@ParameterizedTest
	@CsvSource({ "400, 401, 0.25", "100, 98, -2", "0, 3," })
	void offByShouldBeThePartOfTheLaw(double law, double value, @Nullable Double per) {
		assertThat(question("req/s", Metric.THROUGHPUT, law, 5).offBy(value)).isEqualTo(per);
	}

	@ParameterizedTest
	@CsvSource({ "OF_CEILING, %, 99.9", "THROUGHPUT, req/s, 0.999" })
	void inUnitShouldShowAShareInPerCent(Metric metric, String unit, double shown) {
		assertThat(question(unit, metric, 100, 5).inUnit(0.999)).isEqualTo(shown);
	}

}
