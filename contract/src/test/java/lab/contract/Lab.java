package lab.contract;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The services that the tests share, all started once and side by side: each app with the
 * real backend, and each again with a faulty one and with little patience.
 */
final class Lab {

	/**
	 * How many connections to the backend the impatient apps have: not 5, which is what
	 * Apache would have by itself.
	 */
	static final int CONNECTIONS = 7;

	/** How many connections to the database the impatient apps have. */
	static final int DATABASE_CONNECTIONS = 2;

	/** How many calls the bulkhead of the impatient apps lets in at once. */
	static final int PERMITS = 3;

	/** The last calls that the breaker of the impatient apps looks at. */
	static final int WINDOW = 10;

	/** How long the real backend waits before each answer, in milliseconds. */
	static final int LATENCY = 40;

	static final FaultyBackend FAULTY = new FaultyBackend();

	static final Service BACKEND = Service.start("slow-backend", "--backend.latency=fixed " + LATENCY + "ms");

	private static final Map<App, Service> IMPATIENT = new EnumMap<>(App.class);

	private static final Map<App, Service> APPS = new EnumMap<>(App.class);

	static {
		for (App app : App.values()) {
			IMPATIENT.put(app,
					Service.start(app.toString(), "--spring.profiles.active=tomcat-metrics", backend(FAULTY.port()),
							"--backend.max-connections=" + CONNECTIONS,
							"--backend.acquire-timeout=700ms", "--spring.http.clients.connect-timeout=500ms",
							"--spring.http.clients.read-timeout=1500ms",
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
	 * Lets the real backend fail, or not, from now on.
	 * @param kind a fault, or {@code none}
	 */
	static void fault(String kind) {
		assertThat(Reply.post(BACKEND.managementPort(), "/actuator/backend", "{\"fault\":\"" + kind + "\"}").status())
			.isEqualTo(200);
	}

	/**
	 * Ends every fault of the real backend, and lets the apps notice that it broke their
	 * connections. A client opens a connection only if it keeps none, so once it is
	 * refused one, it keeps no broken one.
	 */
	static void restartBackend() {
		fault("outage");
		for (App app : App.values()) {
			app.clients.forEach((path) -> awaitRefusal(app, path));
		}
		fault("none");
	}

	/** Waits until a client of an app keeps no connection to a backend that is down. */
	static void awaitRefusal(App app, String path) {
		await().pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(1))
			.untilAsserted(() -> ApiIT.assertProblem(app(app).get(path), 502, "connect-refused"));
	}

	/** The property by which an app finds its backend. */
	static String backend(int port) {
		return "--spring.http.serviceclient.slow-backend.base-url=http://127.0.0.1:" + port;
	}

	/**
	 * An app as it is shipped, with the real backend.
	 */
	static Service app(App app) {
		return Objects.requireNonNull(APPS.get(app));
	}

	/**
	 * An app with the faulty backend, few connections, short timeouts and guards that act
	 * after a few calls.
	 */
	static Service impatient(App app) {
		return Objects.requireNonNull(IMPATIENT.get(app));
	}

}
