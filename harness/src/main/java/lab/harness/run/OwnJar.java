package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.model.InvalidInputException;

/**
 * A jar of the reader's own, as its manifest and its list of entries describe it.
 *
 * @param isSpringBoot whether Spring Boot packed it
 * @param libraries file names of the libraries in it
 */
public record OwnJar(Path path, boolean isSpringBoot, List<String> libraries) {

	/** The folders of the libraries in a jar, and in a war that {@code java} starts. */
	private static final Pattern LIBRARY = Pattern.compile("(?:BOOT-INF/lib|WEB-INF/lib(?:-provided)?)/(.+\\.jar)");

	/**
	 * Reads a jar.
	 * @param key the key or option that names it, for the message
	 * @throws InvalidInputException if it is missing, cannot be started, or is of Spring
	 * Boot 1
	 */
	public static OwnJar read(String jar, String key) {
		Path path = Path.of(jar);
		if (!Files.isRegularFile(path)) {
			throw new InvalidInputException(key + ": there is no jar " + jar + "; build it first");
		}
		try (JarFile file = new JarFile(path.toFile())) {
			Manifest manifest = file.getManifest();
			Attributes attributes = (manifest != null) ? manifest.getMainAttributes() : new Attributes();
			String main = attributes.getValue(Attributes.Name.MAIN_CLASS);
			if (main == null) {
				throw new InvalidInputException(key + ": " + jar
						+ " cannot be started: its manifest names no Main-Class; is it the jar of an application?");
			}
			String version = attributes.getValue("Spring-Boot-Version");
			// Spring Boot 1 has other names for the properties that the harness gives.
			if (version != null && version.startsWith("1.")) {
				throw new InvalidInputException(key + ": " + jar + " is of Spring Boot " + version
						+ "; a jar needs Spring Boot 2 or newer, start any other service by 'command'");
			}
			boolean springBoot = main.startsWith("org.springframework.boot.loader") || version != null;
			return new OwnJar(path, springBoot,
					file.stream()
						.map((entry) -> LIBRARY.matcher(entry.getName()))
						.filter(Matcher::matches)
						.map((library) -> library.group(1))
						.toList());
		}
		catch (IOException ex) {
			throw new InvalidInputException(key + ": " + jar + " is no jar: " + ex.getMessage()
					+ "; name the jar that the build makes, such as target/orders.jar", ex);
		}
	}

	/** Whether it has the endpoints of Actuator, and so a management port. */
	public boolean hasActuator() {
		return has("spring-boot-actuator-");
	}

	/** Whether a library in it has a file name that begins so. */
	public boolean has(String library) {
		return this.libraries.stream().anyMatch((name) -> name.startsWith(library));
	}

}
