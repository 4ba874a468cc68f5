package lab.harness.docs;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * A figure on a page is a link to the recorded result that it comes from, and its title
 * says which one it is: {@code [996.1 req/s](results/comparison/result.json
 * "webflux/throughput")}.
 */
class FiguresTests {

	private static final Pattern LINK = Pattern
		.compile("\\[([^\\]]+)\\]\\([^)\\s]*results/([a-z0-9-]+)/result\\.json \"([^\"]+)\"\\)");

	private static final Pattern NUMBER = Pattern.compile("-?\\d[\\d,]*(\\.\\d+)?");

	/** Read once, because all records together are some megabytes. */
	private static final RecordedResults RECORDS = RecordedResults.read();

	@ParameterizedTest
	@MethodSource
	void figureShouldBeThatOfTheRecordedResult(String page, MatchResult link) {
		double recorded = RECORDS.figure(link.group(2), link.group(3));
		assertThat(link.group(1)).as("%s: %s is %s", page, link.group(), recorded)
			.satisfies((text) -> shows(text, recorded));
	}

	static Stream<Object[]> figureShouldBeThatOfTheRecordedResult() throws IOException {
		return Page.all()
			.stream()
			.flatMap((page) -> LINK.matcher(String.join("\n", page.lines()).replaceAll("(?ms)^```.*?^```$", ""))
				.results()
				.map((link) -> new Object[] { page.path().normalize().toString(), link }));
	}

	@Test
	void figureWhenChangedByHandShouldFail() {
		shows("996.1 req/s", 996.149);
		shows("1,928", 1928.4);
		shows("99.7 %", 0.99651);
		assertThat(showsIt("996.2 req/s", 996.149)).isFalse();
		assertThat(showsIt("99.6 %", 0.99651)).isFalse();
		assertThatIllegalArgumentException().isThrownBy(() -> RECORDS.figure("no-such-experiment", "a/b"));
	}

	private static void shows(String text, double recorded) {
		assertThat(showsIt(text, recorded)).isTrue();
	}

	/** Whether the text is the figure, rounded to as many digits as the text has. */
	private static boolean showsIt(String text, double recorded) {
		Matcher number = NUMBER.matcher(text);
		assertThat(number.find()).as("'%s' holds a number", text).isTrue();
		BigDecimal shown = new BigDecimal(number.group().replace(",", ""));
		double value = text.contains("%") ? 100 * recorded : recorded;
		return BigDecimal.valueOf(value).setScale(shown.scale(), RoundingMode.HALF_UP).compareTo(shown) == 0;
	}

}
