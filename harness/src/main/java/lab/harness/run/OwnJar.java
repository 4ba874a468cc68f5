package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;

/**
 * A jar of the reader's own, as its manifest and its list of entries describe it. The
 * libraries lie in it, in the folder that its manifest names, or their classes do.
 *
 * @param isSpringBoot whether an application of Spring Boot is in it
 * @param libraries file names of its libraries, as far as they are known
 * @param parts the parts that it has
 */
public record OwnJar(Path path, boolean isSpringBoot, List<String> libraries, Set<Part> parts) {

	/** The folders of the libraries in a jar, and in a war that {@code java} starts. */
	private static final Pattern LIBRARY = Pattern.compile("(?:BOOT-INF/lib|WEB-INF/lib(?:-provided)?)/(.+\\.jar)");

	public OwnJar {
		libraries = List.copyOf(libraries);
		parts = Set.copyOf(parts);
	}

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
			List<String> libraries = Stream
				.concat(file.stream()
					.map((entry) -> LIBRARY.matcher(entry.getName()))
					.filter(Matcher::matches)
					.map((library) -> library.group(1)), besideIt(attributes))
				.toList();
			Set<Part> parts = EnumSet.noneOf(Part.class);
			for (Part part : Part.values()) {
				if (libraries.stream().anyMatch((name) -> name.matches(part.library))
						|| part.classes.stream().anyMatch((name) -> file.getEntry(name + ".class") != null)) {
					parts.add(part);
				}
			}
			return new OwnJar(path, main.startsWith("org.springframework.boot.loader") || version != null
					|| parts.contains(Part.SPRING_BOOT), libraries, parts);
		}
		catch (IOException ex) {
			throw new InvalidInputException(key + ": " + jar + " is no jar: " + ex.getMessage()
					+ "; name the jar that the build makes, such as target/orders.jar", ex);
		}
	}

	/** The libraries beside a jar, as {@code -Djarmode=tools} extracts them. */
	private static Stream<String> besideIt(Attributes attributes) {
		return Arrays
			.stream(Objects.requireNonNullElse(attributes.getValue(Attributes.Name.CLASS_PATH), "").split("\\s+"))
			.filter((entry) -> entry.endsWith(".jar"))
			.map((entry) -> entry.substring(entry.lastIndexOf('/') + 1));
	}

	public boolean has(Part part) {
		return this.parts.contains(part);
	}

	/**
	 * A part of a Spring Boot application that decides how it is measured.
	 */
	public enum Part {

		SPRING_BOOT("spring-boot-\\d.*", "org/springframework/boot/SpringApplication"),
		/** Since 3.2 a property chooses virtual threads. */
		VIRTUAL_THREADS("spring-boot-(3\\.([2-9]|\\d\\d)|[4-9]|\\d\\d).*",
				"org/springframework/boot/autoconfigure/thread/Threading", "org/springframework/boot/thread/Threading"),
		ACTUATOR("spring-boot-actuator-.*", "org/springframework/boot/actuate/endpoint/annotation/Endpoint"),
		MVC("spring-webmvc-.*", "org/springframework/web/servlet/DispatcherServlet"),
		WEBFLUX("spring-webflux-.*", "org/springframework/web/reactive/DispatcherHandler"),
		TOMCAT("tomcat-embed-core-.*", "org/apache/catalina/startup/Tomcat"),
		JETTY("jetty-server-.*", "org/eclipse/jetty/server/Server"),
		UNDERTOW("undertow-core-.*", "io/undertow/Undertow");

		/** The file name of the library that is this part. */
		private final String library;

		/** Its class in a jar of all classes, in one version or another. */
		private final List<String> classes;

		Part(String library, String... classes) {
			this.library = library;
			this.classes = List.of(classes);
		}

	}

}
