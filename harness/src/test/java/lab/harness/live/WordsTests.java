package lab.harness.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

class WordsTests {

	private static final Pattern VALUE = Pattern.compile("\\{\\w+}");

	private static final Pattern USE = Pattern.compile("data-word=\"(\\w+)\"");

	private static final Pattern REFUSAL = Pattern.compile("new Refusal\\(\\d+, \"([a-z-]+)\"");

	private static final JsonNode WORDS = words();

	@Test
	void bothLanguagesShouldHaveTheSameKeysAndValues() {
		assertThat(values("zh")).isEqualTo(values("en"));
	}

	@Test
	void everyWordOfThePagesShouldExist() {
		for (String page : List.of("live.html", "class.html")) {
			assertThat(USE.matcher(WebServer.text(page)).results().map((use) -> use.group(1))).isNotEmpty()
				.allSatisfy((key) -> assertThat(WORDS.path("en").has(key)).as(key).isTrue());
		}
	}

	@Test
	void everyAnimalShouldHaveAName() {
		assertThat(Animals.KINDS)
			.allSatisfy((kind) -> assertThat(WORDS.path("zh").path("animal-" + kind).isString()).as(kind).isTrue());
	}

	@Test
	void everyRefusalShouldHaveASentence() throws IOException {
		try (Stream<Path> sources = Files.list(Path.of("src/main/java/lab/harness/live"))) {
			assertThat(sources.map((source) -> DataFile.text("source", source))
				.flatMap((source) -> REFUSAL.matcher(source).results())
				.map((refusal) -> refusal.group(1))).isNotEmpty()
				.allSatisfy((key) -> assertThat(WORDS.path("zh").has(key)).as(key).isTrue());
		}
	}

	/** The values of each text, in alphabetical order: sentences differ in theirs. */
	private static Map<String, List<String>> values(String language) {
		Map<String, List<String>> values = new TreeMap<>();
		WORDS.path(language)
			.properties()
			.forEach((text) -> values.put(text.getKey(),
					VALUE.matcher(text.getValue().asString()).results().map(MatchResult::group).sorted().toList()));
		return values;
	}

	/** The script is a comment, a name and JSON. */
	private static JsonNode words() {
		String script = WebServer.text("words.js");
		return DataFile.mapper().readTree(script.substring(script.indexOf("{\n"), script.lastIndexOf(';')));
	}

}
