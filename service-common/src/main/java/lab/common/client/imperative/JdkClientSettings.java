package lab.common.client.imperative;

import java.util.Locale;
import java.util.Properties;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Prepares the HTTP library before its first class is loaded: refuses an unknown one, and
 * sets the system properties that the JDK's clients read then. A property that is set
 * already keeps its value.
 */
final class JdkClientSettings implements EnvironmentPostProcessor, Ordered {

	private static final String LIBRARY = "spring.http.clients.imperative.factory";

	/** After the configuration files have been read. */
	@Override
	public int getOrder() {
		return ConfigDataEnvironmentPostProcessor.ORDER + 1;
	}

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		Binder binder = Binder.get(environment);
		Properties properties = System.getProperties();
		String library = binder.bind(LIBRARY, String.class).orElse("").toLowerCase(Locale.ROOT);
		switch (library) {
			case "jdk" -> {
				properties.putIfAbsent("jdk.httpclient.disableRetryConnect", "true");
				properties.putIfAbsent("jdk.httpclient.redirects.retrylimit", "1");
			}
			// by default it keeps 5 idle connections and opens a new one for most calls
			case "simple" -> binder.bind("backend.max-connections", String.class)
				.ifBound((max) -> properties.putIfAbsent("http.maxConnections", max));
			case "reactor" -> throw new InvalidConfigurationPropertyValueException(LIBRARY, library,
					"It must be http-components, jetty, jdk or simple.");
			default -> {
				// Apache and Jetty are configured as beans
			}
		}
	}

}
