package lab.harness.probe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.target.Installation;

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
	static Software read(List<Installation> installations, List<String> changes) {
		Map<String, String> builds = new TreeMap<>();
		Map<String, Map<String, String>> libraries = new TreeMap<>();
		installations.forEach((installation) -> {
			builds.put(installation.jdk(), installation.build());
			libraries.put(installation.module(), versions(installation.jars()));
		});
		List<String> files = changes.stream().map((line) -> line.replaceFirst("^.{1,2} ", "")).toList();
		return new Software(builds, libraries, files.stream().limit(MOST_FILES).toList(),
				Math.max(0, files.size() - MOST_FILES));
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

}
