package lab.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The project's first lesson: {@code diff -r tomcat-platform tomcat-virtual} shows five
 * lines.
 */
class FiveLinesTests {

	private final Map<String, List<String>> platform = read("tomcat-platform");

	private final Map<String, List<String>> virtual = read("tomcat-virtual");

	@Test
	void foldersShouldHoldTheSameFiles() {
		assertThat(this.virtual.keySet()).isEqualTo(this.platform.keySet());
		assertThat(this.platform).containsKey("src/main/java/lab/tomcat/TomcatApplication.java");
	}

	@Test
	void linesWhenComparedShouldDifferInFive() {
		List<String> differences = new ArrayList<>();
		this.platform.forEach((file, lines) -> {
			List<String> others = this.virtual.getOrDefault(file, List.of());
			assertThat(others).as("lines of %s", file).hasSameSizeAs(lines);
			for (int i = 0; i < lines.size(); i++) {
				if (!lines.get(i).equals(others.get(i))) {
					differences.add(lines.get(i).strip() + " | " + others.get(i).strip());
				}
			}
		});
		assertThat(differences).containsExactly(
				"<artifactId>tomcat-platform</artifactId> | <artifactId>tomcat-virtual</artifactId>",
				"name: tomcat-platform | name: tomcat-virtual", "enabled: false | enabled: true",
				"port: 8081 | port: 8082", "port: 9081 | port: 9082");
	}

	private static Map<String, List<String>> read(String module) {
		Path folder = Path.of("..", module);
		try (Stream<Path> files = Files.walk(folder)) {
			return files.filter(Files::isRegularFile)
				.filter((file) -> !folder.relativize(file).startsWith("target"))
				.collect(Collectors.toMap((file) -> folder.relativize(file).toString().replace('\\', '/'),
						FiveLinesTests::lines, (one, other) -> one, TreeMap::new));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static List<String> lines(Path file) {
		try {
			return Files.readAllLines(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
