package lab.harness.report;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.result.CheckKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class LanguageTests {

	private static final Catalogue CHINESE = Catalogue.read("zh.txt");

	private static final Pattern HOLE = Pattern.compile("\\{\\w+}");

	private static final Pattern NUMBER = Pattern.compile("\\d+(?:[.,]\\d+)*");

	@Test
	void catalogueShouldHaveTheSameHolesAndNumbersInBothLanguages() {
		assertThat(lines()).hasSizeGreaterThan(500).allSatisfy((line) -> {
			String[] pair = line.split(" => ");
			assertThat(found(HOLE, pair[1])).as(line).isEqualTo(found(HOLE, pair[0]));
			assertThat(found(NUMBER, HOLE.matcher(pair[1]).replaceAll(""))).as(line)
				.isEqualTo(found(NUMBER, HOLE.matcher(pair[0]).replaceAll("")));
		});
	}

	@Test
	void catalogueShouldHaveEachMetricWithItsUnit() {
		assertThat(CHINESE.sentences()).containsKeys(Stream.of(Metric.values())
			.flatMap((metric) -> Stream.of(metric.label(), metric.unit()))
			.filter((word) -> !word.isEmpty() && !word.equals("%"))
			.toArray(String[]::new));
	}

	@Test
	void catalogueShouldHaveWhatEachCheckComparesAndWhatItsFailureMeans() {
		assertThat(CHINESE.sentences()).containsKeys(Stream.of(CheckKind.values())
			.flatMap((check) -> Stream.of(check.compares(), check.failure()))
			.toArray(String[]::new));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					Virtual threads and WebFlux each served at least 99.7 % of the 999 req/s that the law allows; 200 platform threads served 399 req/s, which is all that 200 threads can. | 虚拟线程和 WebFlux 各自至少完成法则所允许的 999 req/s 的 99.7%；200 个平台线程完成 399 req/s，这正是 200 个线程的上限。
					At 50 users, my-app served 5 to 7 req/s, limited by the CPU. | 50 个用户时，my-app 完成 5 到 7 req/s，上限是 CPU。
					webflux had 1.242 (1.145..1.347) times as much app CPU as mine at 49.7 req/s. | 49.7 req/s 时，webflux 的应用 CPU 是 mine 的 1.242 (1.145..1.347) 倍。
					a had 0.639 ms/request app CPU, b 0.638 ms/request and c 0.648 ms/request. | 应用 CPU：a 0.639 ms/请求、b 0.638 ms/请求和 c 0.648 ms/请求。
					a, 300 arrivals/s: 199 successful req/s; none lost without an answer. | a，每秒到达 300 个：每秒成功 199 个请求；没有丢失的请求。
					[2/6] none, 500 users, round 2: measuring, later than planned | [2/6] none，500 个用户，第 2 轮：测量，比计划晚
					[3/6] none: FAILED: It ended, code 1: no port | [3/6] none：失败：It ended, code 1: no port
					No catalogue has this; nor that. | No catalogue has this; nor that.
					""")
	void sentenceShouldKeepItsFigures(String english, String chinese) {
		assertThat(Language.ZH.of(english)).isEqualTo(chinese);
		assertThat(Language.EN.of(english)).isEqualTo(english);
	}

	@Test
	void streamShouldSayEachLineAndLeaveControlCharacters() {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		PrintStream out = Language.ZH.stream(new PrintStream(bytes, true, StandardCharsets.US_ASCII));
		out.print("\r\033[K[1/4] a, 500 users: warming up 30 s, 97 req/s, about 6 min 47 s left");
		out.println("");
		out.println("Written to results/a\nNo test has this.");
		assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("""
				\r\033[K[1/4] a，500 个用户：预热 30 秒，每秒 97 个请求，大约还要 6 分 47 秒
				已写入 results/a
				No test has this.
				""".replace("\n", System.lineSeparator()).replace("a" + System.lineSeparator() + "No", "a\nNo"));
	}

	@Test
	void tableShouldBeAlignedAsATerminalShowsIt() {
		Table table = Table.of("Limits", List.of(8, 200), List.of(Table.Field.text("limit", (row) -> "connections"),
				Table.Field.figures("allows", "req/s", (row) -> Table.Cell.number(row, 0))));
		assertThat(Language.ZH.of(table).text()).isEqualTo("""
				上限
				上限   允许
				      req/s
				连接      8
				连接    200
				""");
	}

	@Test
	void tableShouldHaveNoBlankBeforeAPerCentSign() {
		Table table = Table.of("", List.of(0.9988), List.of(Table.Field.text("variant", (row) -> "none"),
				Table.Field.figures("of ceiling", "", Table.Cell::share)));
		assertThat(Language.ZH.of(table).rows().getFirst()).containsExactly(Table.Cell.text("none"),
				new Table.Cell("99.88%", Table.Style.FIGURE, 0.9988));
	}

	private static List<String> lines() {
		return Report.read("zh.txt").lines().filter((line) -> !line.isBlank() && !line.startsWith("#")).toList();
	}

	private static TreeSet<String> found(Pattern pattern, String text) {
		return new TreeSet<>(pattern.matcher(text).results().map(MatchResult::group).toList());
	}

}
