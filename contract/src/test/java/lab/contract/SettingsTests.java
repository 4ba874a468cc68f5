package lab.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The settings of the compose file stand in {@code .env.example}, each with the value
 * that holds without it.
 */
class SettingsTests {

	private static final Path ROOT = Path.of("..");

	private static final Pattern USE = Pattern.compile("\\$\\{(\\w+)(?::-([^}]*))?}");

	private static final Pattern SETTING = Pattern.compile("(?m)^(\\w+)=(.*)$");

	private static final Pattern COMMENT = Pattern.compile("(?m)^ *#.*$");

	@Test
	void defaultsOfTheComposeFileShouldBeThoseOfTheExample() throws IOException {
		String compose = COMMENT.matcher(Files.readString(ROOT.resolve("docker-compose.yml"))).replaceAll("");
		Map<String, Set<String>> used = USE.matcher(compose)
			.results()
			.collect(Collectors.groupingBy((MatchResult use) -> use.group(1), TreeMap::new,
					Collectors.mapping((use) -> String.valueOf(use.group(2)), Collectors.toSet())));
		Map<String, Set<String>> example = SETTING.matcher(Files.readString(ROOT.resolve(".env.example")))
			.results()
			.collect(Collectors.groupingBy((MatchResult line) -> line.group(1), TreeMap::new,
					Collectors.mapping((line) -> line.group(2), Collectors.toSet())));
		assertThat(example).isNotEmpty();
		assertThat(used).isEqualTo(example);
	}

}
