package lab.contract;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The three apps run on equal terms.
 */
class TermsIT {

	@ParameterizedTest
	@EnumSource
	void termsShouldHoldTheAgreedFields(App app) {
		JsonNode terms = terms(app);
		assertThat(terms.propertyNames()).containsExactly("application", "jvm", "server", "httpClient",
				"backendConnections", "databaseConnections");
		assertThat(terms.required("jvm").propertyNames()).containsExactly("jdk", "cores", "carriers", "collector",
				"heapMaxBytes");
		assertThat(terms.required("server").propertyNames()).containsExactly("requestThreads", "eventLoops",
				"keepAlive");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/jvm", "/server/keepAlive", "/backendConnections", "/databaseConnections" })
	void termShouldBeTheSameInAllApps(String field) {
		Set<JsonNode> values = Arrays.stream(App.values())
			.map((app) -> terms(app).requiredAt(field))
			.collect(Collectors.toSet());
		assertThat(values).hasSize(1);
	}

	@Test
	void termsShouldBeTheAgreedOnes() {
		JsonNode terms = terms(App.TOMCAT_PLATFORM);
		assertThat(terms.requiredAt("/jvm/jdk").asString()).startsWith(Service.JAVA);
		assertThat(terms.requiredAt("/jvm/cores").asInt()).isEqualTo(Runtime.getRuntime().availableProcessors());
		assertThat(terms.requiredAt("/jvm/heapMaxBytes").asLong()).isBetween(480L << 20, 512L << 20);
		assertThat(terms.required("backendConnections").asInt()).isEqualTo(10_000);
		assertThat(terms.required("databaseConnections").asInt()).isEqualTo(10);
		assertThat(terms.requiredAt("/jvm/carriers").asInt()).isEqualTo(Runtime.getRuntime().availableProcessors());
		assertThat(terms.requiredAt("/server/keepAlive").asString())
			.isEqualTo("no cap on requests, idle for at most 60 s");
	}

	@ParameterizedTest
	@EnumSource
	void requestThreadsShouldBeThoseOfTheRunningServer(App app) {
		JsonNode threads = terms(app).requiredAt("/server/requestThreads");
		assertThat(threads.isNull() ? null : threads.asInt()).isEqualTo(app.requestThreads);
	}

	/**
	 * Netty has at least four event loops, whereas virtual threads have one carrier per
	 * core.
	 */
	@ParameterizedTest
	@EnumSource
	void eventLoopsShouldBeThoseOfTheRunningServer(App app) {
		JsonNode loops = terms(app).requiredAt("/server/eventLoops");
		assertThat(loops.isNull() ? null : loops.asInt())
			.isEqualTo((app == App.WEBFLUX) ? Math.max(4, Runtime.getRuntime().availableProcessors()) : null);
	}

	@ParameterizedTest
	@EnumSource
	void httpClientShouldBeTheNamedOne(App app) {
		String client = (app == App.WEBFLUX) ? "reactor-netty-http 1\\.\\d+\\.\\d+"
				: "Apache HttpClient 5\\.\\d+\\.\\d+";
		assertThat(terms(app).required("httpClient").asString()).matches(client);
	}

	@ParameterizedTest
	@EnumSource
	void startShouldPrintTheTermsInOneLine(App app) {
		JsonNode terms = terms(app);
		assertThat(Lab.app(app).log()).singleElement()
			.asString()
			.contains(app + ": port " + Lab.app(app).port() + ", management " + Lab.app(app).managementPort())
			.contains("JDK " + terms.requiredAt("/jvm/jdk").asString() + ", " + terms.requiredAt("/jvm/cores").asInt()
					+ " cores, ")
			.contains("request threads: " + ((app.requestThreads != null) ? app.requestThreads : "no limit"))
			.contains(terms.required("httpClient").asString() + ", connections: 10000")
			.endsWith("keep-alive: " + terms.requiredAt("/server/keepAlive").asString());
	}

	private static JsonNode terms(App app) {
		return Lab.app(app).management("/actuator/terms").json();
	}

}
