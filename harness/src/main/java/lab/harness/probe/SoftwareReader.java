package lab.harness.probe;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import lab.harness.target.Jdk;

/**
 * Finds out what runs from what was built, so that no version is written down twice.
 */
final class SoftwareReader {

	/** Names of changed files that are kept; a checkout may have thousands. */
	static final int MOST_FILES = 20;

	/** The libraries that could change a result, by the name of their jar. */
	private static final Map<String, String> LIBRARIES = new LinkedHashMap<>();

	static {
		LIBRARIES.put("spring-boot", "Spring Boot");
		LIBRARIES.put("spring-core", "Spring Framework");
		LIBRARIES.put("tomcat-embed-core", "Tomcat");
		LIBRARIES.put("netty-transport", "Netty");
		LIBRARIES.put("reactor-core", "Reactor");
		LIBRARIES.put("reactor-netty-http", "Reactor Netty");
		LIBRARIES.put("httpclient5", "Apache HttpClient");
		LIBRARIES.put("httpclient", "Apache HttpClient");
		LIBRARIES.put("jetty-client", "Jetty client");
		LIBRARIES.put("jackson-databind", "Jackson");
		LIBRARIES.put("micrometer-core", "Micrometer");
		LIBRARIES.put("ApacheJMeter_core", "JMeter");
	}

	/** Name and version; a name goes on until a hyphen and a digit. */
	private static final Pattern JAR = Pattern.compile("(?:.*/)?([^/]+?)-(\\d[^/]*)\\.jar");

	private SoftwareReader() {
	}

	/**
	 * Reads what ran.
	 * @param changes the lines of {@code git status --porcelain}
	 */
	static Software read(Path root, List<String> modules, List<Jdk> jdks, List<String> changes) {
		Map<String, String> builds = new TreeMap<>();
		jdks.forEach((jdk) -> builds.put(jdk.version(), build(jdk.home())));
		Map<String, Map<String, String>> libraries = new TreeMap<>();
		modules.forEach((module) -> libraries.put(module,
				versions(jarNames(root.resolve(module).resolve("target").resolve(module + ".jar")))));
		Path jmeter = root.resolve("jmeter/target/apache-jmeter/lib");
		libraries.put("jmeter", versions(Stream.concat(fileNames(jmeter), fileNames(jmeter.resolve("ext"))).toList()));
		List<String> files = changes.stream().map((line) -> line.replaceFirst("^.{1,2} ", "")).toList();
		return new Software(builds, libraries, files.stream().limit(MOST_FILES).toList(),
				Math.max(0, files.size() - MOST_FILES));
	}

	/** Vendor and build of a JDK, by the file that every one has. */
	private static String build(Path home) {
		Properties release = new Properties();
		try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
			release.load(reader);
		}
		catch (IOException | IllegalArgumentException ex) {
			return "not known";
		}
		return Stream
			.of(release.getProperty("IMPLEMENTOR", ""),
					release.getProperty("JAVA_RUNTIME_VERSION", release.getProperty("IMPLEMENTOR_VERSION", "")))
			.map((value) -> value.replace("\"", "").strip())
			.filter((value) -> !value.isEmpty())
			.reduce((vendor, version) -> vendor + " " + version)
			.orElse("not known");
	}

	/** By the names of jars, library to version. */
	static Map<String, String> versions(List<String> jars) {
		Map<String, String> versions = new TreeMap<>();
		for (String jar : jars) {
			Matcher matcher = JAR.matcher(jar);
			if (matcher.matches()) {
				String library = LIBRARIES.get(matcher.group(1));
				if (library != null) {
					versions.put(library, matcher.group(2));
				}
			}
		}
		return versions;
	}

	private static List<String> jarNames(Path jar) {
		try (ZipFile zip = new ZipFile(jar.toFile())) {
			return zip.stream().map(ZipEntry::getName).filter((name) -> name.startsWith("BOOT-INF/lib/")).toList();
		}
		catch (IOException ex) {
			return List.of();
		}
	}

	private static Stream<String> fileNames(Path folder) {
		try (Stream<Path> files = Files.list(folder)) {
			return files.map((file) -> String.valueOf(file.getFileName())).sorted().toList().stream();
		}
		catch (IOException ex) {
			return Stream.empty();
		}
	}

}
