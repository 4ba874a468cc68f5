package lab.harness.run.process;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The programs of the system.
 *
 * @param os the system property {@code os.name}
 * @param environment the environment variables
 */
public record SearchPath(String os, Map<String, String> environment) {

	public static SearchPath ofSystem() {
		return new SearchPath(System.getProperty("os.name"), System.getenv());
	}

	/** Finds a program in the folders of the variable {@code PATH}. */
	public Optional<Path> find(String program) {
		// Windows calls it Path.
		String path = this.environment.getOrDefault("PATH", this.environment.getOrDefault("Path", ""));
		List<String> endings = isWindows() ? List.of(".exe", ".cmd", ".bat") : List.of("");
		return Stream.of(path.split(isWindows() ? ";" : ":"))
			.flatMap(SearchPath::folder)
			.flatMap((folder) -> endings.stream().map((ending) -> folder.resolve(program + ending)))
			.filter(Files::isExecutable)
			.filter(Files::isRegularFile)
			.findFirst();
	}

	boolean isWindows() {
		return this.os.startsWith("Windows");
	}

	private static Stream<Path> folder(String name) {
		try {
			return name.isBlank() ? Stream.empty() : Stream.of(Path.of(name));
		}
		catch (InvalidPathException ex) {
			return Stream.empty();
		}
	}

}
