package lab.contract;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The services that the tests share. Each app runs twice: with the real backend, and as
 * an impatient app with a faulty backend and short timeouts.
 */
final class Lab {

	/**
	 * The impatient apps' limit of connections to the backend; Apache's default would be
	 * 5.
	 */
	static final int CONNECTIONS = 7;

	/** The impatient apps' limit of connections to the database. */
	static final int DATABASE_CONNECTIONS = 2;

	/** The permits of the impatient apps' bulkhead. */
	static final int PERMITS = 3;

	/** The number of calls in the window of the impatient apps' circuit breaker. */
	static final int WINDOW = 10;

	/** The delay of the real backend, in milliseconds. */
	static final int LATENCY = 40;

	static final FaultyBackend FAULTY = new FaultyBackend();

	static final Service BACKEND = Service.start("slow-backend", "--backend.latency=fixed " + LATENCY + "ms");

	private static final Map<App, Service> IMPATIENT = new EnumMap<>(App.class);

	private static final Map<App, Service> APPS = new EnumMap<>(App.class);

	static {
		for (App app : App.values()) {
			IMPATIENT.put(app,
					Service.start(app.toString(), "--spring.profiles.active=tomcat-metrics", backend(FAULTY.port()),
							"--backend.max-connections=" + CONNECTIONS, "--backend.acquire-timeout=1400ms",
							"--spring.http.clients.connect-timeout=500ms", "--spring.http.clients.read-timeout=4s",
							"--resilience4j.bulkhead.instances.backend.max-concurrent-calls=" + PERMITS,
							"--concurrency-limit=" + PERMITS, "--database.max-connections=" + DATABASE_CONNECTIONS,
							"--resilience4j.circuitbreaker.instances.backend.sliding-window-size=" + WINDOW,
							"--resilience4j.circuitbreaker.instances.backend.minimum-number-of-calls=" + WINDOW,
							"--resilience4j.circuitbreaker.instances.backend.wait-duration-in-open-state=500ms",
							"--resilience4j.circuitbreaker.instances.backend"
									+ ".permitted-number-of-calls-in-half-open-state=2"));
		}
		for (App app : App.values()) {
			APPS.put(app, Service.start(app.toString(), backend(BACKEND.port())));
		}
	}

	private Lab() {
	}

	/**
	 * Sets the fault of the real backend.
	 * @param kind a fault, or {@code none}
	 */
	static void fault(String kind) {
		assertThat(Reply.post(BACKEND.managementPort(), "/actuator/backend", "{\"fault\":\"" + kind + "\"}").status())
			.isEqualTo(200);
	}

	/**
	 * Ends the fault of the real backend, and removes the broken connections from the
	 * apps. A client opens a connection only if it keeps none; so once a client is
	 * refused, it keeps no broken connection.
	 */
	static void restartBackend() {
		fault("outage");
		for (App app : App.values()) {
			app.clients.forEach((path) -> awaitRefusal(app, path));
		}
		fault("none");
	}

	/** Waits until a client of an app keeps no connection to the stopped backend. */
	static void awaitRefusal(App app, String path) {
		await().pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(1))
			.untilAsserted(() -> ApiIT.assertProblem(app(app).get(path), 502, "connect-refused"));
	}

	/** Returns the property that tells an app where its backend is. */
	static String backend(int port) {
		return "--spring.http.serviceclient.slow-backend.base-url=http://127.0.0.1:" + port;
	}

	/** Returns an app as shipped, with the real backend. */
	static Service app(App app) {
		return Objects.requireNonNull(APPS.get(app));
	}

	/**
	 * Returns an app with the faulty backend, few connections, short timeouts, and guards
	 * that act after a few calls.
	 */
	static Service impatient(App app) {
		return Objects.requireNonNull(IMPATIENT.get(app));
	}

}
