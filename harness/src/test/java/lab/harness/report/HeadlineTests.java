package lab.harness.report;

import java.util.List;

import lab.harness.analysis.Result;
import lab.harness.analysis.RunResult;
import lab.harness.analysis.StressedRun;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HeadlineTests {

	@Test
	void verdictShouldLetTheFirstSentenceStandOut() {
		assertThat(verdict("500 users: webflux 994 req/s. It reached the ceiling."))
			.isEqualTo("<p class=\"verdict\">500 users: webflux 994 req/s.</p>\n"
					+ "<p class=\"more\">It reached the ceiling.</p>\n");
	}

	@Test
	void verdictWhenThereAreLoadPointsShouldListThem() {
		assertThat(verdict("10 users: a 20 req/s. Well. 500 users: a 994 req/s."))
			.isEqualTo("<ul class=\"verdict\"><li>10 users: a 20 req/s. Well.</li>\n"
					+ "<li>500 users: a 994 req/s.</li></ul>\n");
	}

	@Test
	void verdictWhenTheFirstSentenceIsLongShouldListItsParts() {
		String part = "x".repeat(200);
		assertThat(verdict(part + "; " + part + ". All of it.")).isEqualTo("<ul class=\"verdict\"><li>" + part
				+ ";</li>\n<li>" + part + ".</li></ul>\n" + "<p class=\"more\">All of it.</p>\n");
	}

	@Test
	void verdictWhenUnderStressShouldListTheRuns() {
		assertThat(verdict("a: 4.7 req/s answered well; 3 lost. b, round 2: 10 req/s.", StressedRun.of("a", 1)))
			.isEqualTo("<ul class=\"verdict\"><li>a: 4.7 req/s answered well; 3 lost.</li>\n"
					+ "<li>b, round 2: 10 req/s.</li></ul>\n");
	}

	@Test
	void verdictWhenRunsUnderStressCannotBeTrustedShouldLetThatStandOut() {
		assertThat(verdict("No answer: 1 of 2 runs cannot be trusted. a at 200 arrivals/s, round 1, failed arrivals.",
				StressedRun.of("a", 1)))
			.isEqualTo("<p class=\"verdict\">No answer: 1 of 2 runs cannot be trusted.</p>\n"
					+ "<p class=\"more\">a at 200 arrivals/s, round 1, failed arrivals.</p>\n");
	}

	@Test
	void linesShouldStandInTheTerminalAndInMarkdownToo() {
		Result result = result("a: 4.7 req/s answered well; 3 lost. b, round 2: 10 req/s.", StressedRun.of("a", 1));
		assertThat(TerminalReport.of(result))
			.endsWith("\na: 4.7 req/s answered well; 3 lost.\nb, round 2: 10 req/s.\n");
		assertThat(MarkdownReport.of(result, List.of()))
			.contains("**a: 4.7 req/s answered well; 3 lost.  \nb, round 2: 10 req/s.**");
	}

	private static String verdict(String words, RunResult... runs) {
		return Headline.verdict(result(words, runs));
	}

	private static Result result(String words, RunResult... runs) {
		return new Result(1, "comparison", "How many?", 42, 1, false, List.of(), true, true, null, List.of(runs),
				List.of(), words);
	}

}
