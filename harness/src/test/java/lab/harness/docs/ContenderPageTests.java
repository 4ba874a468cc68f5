package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code docs/how-to/own-contender.md} against the tests of {@code contract}.
 */
class ContenderPageTests {

	private static final Page PAGE = Page.of("docs/how-to/own-contender.md");

	private static final Path CONTRACT = Page.ROOT.resolve("contract/src/test/java/lab/contract");

	private static final Pattern TEST_CLASS = Pattern.compile("\\b[A-Z]\\w+(?:IT|Tests)\\b");

	private static final Pattern METHOD = Pattern.compile("`(\\w+)\\.\\.\\.`");

	@Test
	void pageShouldNameEveryTestOfTheContract() throws IOException {
		try (Stream<Path> files = Files.list(CONTRACT)) {
			assertThat(named(TEST_CLASS, 0)).containsExactlyInAnyOrderElementsOf(
					files.map((file) -> file.getFileName().toString().replace(".java", ""))
						.filter((name) -> TEST_CLASS.matcher(name).matches())
						.toList());
		}
	}

	@Test
	void pageShouldNameMethodsOfJettyIT() {
		String source = Page.text(CONTRACT.resolve("JettyIT.java"));
		assertThat(named(METHOD, 1)).hasSizeGreaterThan(5)
			.allSatisfy((method) -> assertThat(source).contains("void " + method));
	}

	private static Set<String> named(Pattern pattern, int group) {
		List<String> rows = PAGE.lines();
		return pattern.matcher(String.join("\n", rows))
			.results()
			.map((MatchResult match) -> match.group(group))
			.collect(Collectors.toSet());
	}

}
