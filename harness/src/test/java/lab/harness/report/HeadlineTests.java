package lab.harness.report;

import java.util.List;

import lab.harness.analysis.Result;
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

	private static String verdict(String words) {
		return Headline.verdict(new Result(1, "comparison", "How many?", 42, 1, false, List.of(), true, true, null,
				List.of(), List.of(), words));
	}

}
