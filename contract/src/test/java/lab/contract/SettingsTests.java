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
 * {@code .env.example} lists the settings of the compose file and the stack with their
 * defaults.
 */
class SettingsTests {

	private static final Path ROOT = Path.of("..");

	private static final Pattern USE = Pattern.compile("\\$\\{(\\w+)(?::-([^}]*))?}");

	private static final Pattern SETTING = Pattern.compile("(?m)^(\\w+)=(.*)$");

	private static final Pattern COMMENT = Pattern.compile("(?m)^ *#.*$");

	@Test
	void defaultsOfTheComposeFileShouldBeThoseOfTheExample() throws IOException {
		assertThat(example()).isNotEmpty();
		assertThat(used("docker-compose.yml")).isEqualTo(example());
	}

	/** Settings of JMeter's own container are passed to docker run. */
	@Test
	void defaultsOfTheStackShouldBeThoseOfTheExample() throws IOException {
		Map<String, Set<String>> used = used("docker-stack.yml");
		assertThat(used).containsOnlyKeys("JAVA_VERSION", "THREADS", "LATENCY", "CPUS", "MEMORY", "TRUSTED_NETWORK");
		assertThat(example()).containsAllEntriesOf(used);
	}

	private static Map<String, Set<String>> used(String file) throws IOException {
		String compose = COMMENT.matcher(Files.readString(ROOT.resolve(file))).replaceAll("");
		return USE.matcher(compose)
			.results()
			.collect(Collectors.groupingBy((MatchResult use) -> use.group(1), TreeMap::new,
					Collectors.mapping((use) -> String.valueOf(use.group(2)), Collectors.toSet())));
	}

	private static Map<String, Set<String>> example() throws IOException {
		return SETTING.matcher(Files.readString(ROOT.resolve(".env.example")))
			.results()
			.collect(Collectors.groupingBy((MatchResult line) -> line.group(1), TreeMap::new,
					Collectors.mapping((line) -> line.group(2), Collectors.toSet())));
	}

}
