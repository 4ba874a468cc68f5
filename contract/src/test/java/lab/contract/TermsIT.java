package lab.contract;

import java.util.Arrays;
import java.util.List;
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
		assertThat(terms.propertyNames()).containsExactly("application", "jvm", "keepAlive", "httpClient", "limits",
				"endpoints");
		assertThat(terms.required("jvm").propertyNames()).containsExactly("jdk", "cores", "carriers", "collector",
				"heapMaxBytes");
		assertThat(terms.required("limits").propertyNames()).containsExactlyElementsOf((app == App.WEBFLUX)
				? List.of("server-connections", "event-loops", "bounded-elastic", "backend-connections",
						"database-connections", "bulkhead")
				: List.of("server-connections", "request-threads", "pinned-carriers", "backend-connections",
						"database-connections", "bulkhead", "concurrency-limit"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/jvm", "/keepAlive", "/limits/backend-connections", "/limits/database-connections",
			"/limits/bulkhead" })
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
		assertThat(terms.requiredAt("/limits/backend-connections").asInt()).isEqualTo(10_000);
		assertThat(terms.requiredAt("/limits/database-connections").asInt()).isEqualTo(10);
		assertThat(terms.requiredAt("/jvm/carriers").asInt()).isEqualTo(Runtime.getRuntime().availableProcessors());
		assertThat(terms.requiredAt("/keepAlive").asString()).isEqualTo("no cap on requests, idle for at most 60 s");
	}

	@ParameterizedTest
	@EnumSource
	void requestThreadsShouldBeThoseOfTheRunningServer(App app) {
		JsonNode threads = terms(app).at("/limits/request-threads");
		assertThat(threads.isNumber() ? threads.asInt() : null).isEqualTo(app.requestThreads);
	}

	/**
	 * Netty has at least four event loops, whereas virtual threads have one carrier per
	 * core.
	 */
	@ParameterizedTest
	@EnumSource
	void eventLoopsShouldBeThoseOfTheRunningServer(App app) {
		JsonNode loops = terms(app).at("/limits/event-loops");
		assertThat(loops.isNumber() ? loops.asInt() : null)
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
			.endsWith("keep-alive: " + terms.requiredAt("/keepAlive").asString());
	}

	private static JsonNode terms(App app) {
		return Lab.app(app).management("/actuator/terms").json();
	}

}
