package lab.harness.model.experiment;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;

import lab.harness.model.InvalidInputException;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The address of a service that runs already. The user and the password in it are sent to
 * the service, and neither printed nor written into a file.
 *
 * @param uri scheme, host and port
 * @param authorization the value of the header that logs in, or null for none
 */
public record ServiceUrl(URI uri, @Nullable String authorization) {

	static final int MOST_PORT = 65_535;

	/** The parts of a URL before its host. */
	private static final String LOGIN = "^(\\w*://)?.*@";

	@JsonCreator(mode = JsonCreator.Mode.DELEGATING)
	public static ServiceUrl of(String url) {
		String shown = url.replaceFirst(LOGIN, "$1");
		try {
			URI uri = URI.create(url);
			String login = uri.getUserInfo();
			InvalidInputException.require(isAddress(uri), "url",
					"'" + shown + "' is not accepted; write one such as http://127.0.0.1:8080, without a path");
			InvalidInputException.require(login == null || login.contains(":"), "url",
					"a login is a user and a password; write it as http://USER:PASSWORD@127.0.0.1:8080");
			return new ServiceUrl(URI.create(shown), (login == null) ? null
					: "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidInputException("url", "'" + shown + "' is no URL; write one such as "
					+ "http://127.0.0.1:8080, with % and two digits for a character of a password that no URL has");
		}
	}

	private static boolean isAddress(URI uri) {
		return Set.of("http", "https").contains(String.valueOf(uri.getScheme())) && uri.getHost() != null
				&& uri.getPort() != 0 && uri.getPort() <= MOST_PORT && Set.of("", "/").contains(uri.getPath())
				&& uri.getRawQuery() == null && uri.getRawFragment() == null;
	}

	String scheme() {
		return this.uri.getScheme();
	}

	String host() {
		return this.uri.getHost();
	}

	int port() {
		return (this.uri.getPort() > 0) ? this.uri.getPort() : scheme().equals("https") ? 443 : 80;
	}

	/** The address without the login. */
	@Override
	@JsonValue
	public String toString() {
		return this.uri.toString();
	}

}
