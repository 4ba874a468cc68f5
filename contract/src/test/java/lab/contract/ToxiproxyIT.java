package lab.contract;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.lifecycle.Startables;
import org.testcontainers.toxiproxy.ToxiproxyContainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The network between app and backend fails and recovers: every app reports it with the
 * same status, and recovers too.
 */
@NeedsImages
class ToxiproxyIT {

	private static final int PROXY_PORT = 8666;

	private static final Network NETWORK = Network.newNetwork();

	private static final ToxiproxyContainer TOXIPROXY = new ToxiproxyContainer("ghcr.io/shopify/toxiproxy:2.12.0")
		.withNetwork(NETWORK)
		.withNetworkAliases("toxiproxy");

	private static final GenericContainer<?> BACKEND = service("slow-backend", 9000).withNetworkAliases("slow-backend")
		.withEnv("BACKEND_LATENCY", "fixed 20ms");

	private static final Map<App, GenericContainer<?>> APPS = new EnumMap<>(App.class);

	private static Proxy proxy;

	static {
		for (App app : App.values()) {
			APPS.put(app,
					service(app.toString(), managementPort(app)).withExposedPorts(managementPort(app) - 1000)
						.withCommand("--spring.http.serviceclient.slow-backend.base-url=http://toxiproxy:" + PROXY_PORT,
								"--spring.http.clients.read-timeout=1s"));
		}
	}

	@BeforeAll
	static void start() throws IOException {
		TOXIPROXY.start();
		BACKEND.start();
		Startables.deepStart(APPS.values()).join();
		proxy = new ToxiproxyClient(TOXIPROXY.getHost(), TOXIPROXY.getControlPort()).createProxy("slow-backend",
				"0.0.0.0:" + PROXY_PORT, "slow-backend:8000");
	}

	@AfterAll
	static void stop() {
		APPS.values().forEach(GenericContainer::stop);
		BACKEND.stop();
		TOXIPROXY.stop();
		NETWORK.close();
	}

	@ParameterizedTest
	@EnumSource
	void callWhileTheBackendIsCutOffShouldBe502AndRecover(App app) throws IOException {
		assertAnswered(app);
		proxy.disable();
		try {
			assertBroken(app, 502);
		}
		finally {
			proxy.enable();
		}
		assertAnswered(app);
	}

	@ParameterizedTest
	@EnumSource
	void callWhileConnectionsAreResetShouldBe502AndRecover(App app) throws IOException {
		assertAnswered(app);
		proxy.toxics().resetPeer("reset", ToxicDirection.DOWNSTREAM, 0);
		try {
			assertBroken(app, 502);
		}
		finally {
			proxy.toxics().get("reset").remove();
		}
		assertAnswered(app);
	}

	@ParameterizedTest
	@EnumSource
	void callWhileNothingComesThroughShouldBe504AndRecover(App app) throws IOException {
		assertAnswered(app);
		proxy.toxics().timeout("silence", ToxicDirection.DOWNSTREAM, 0);
		try {
			assertBroken(app, 504);
		}
		finally {
			proxy.toxics().get("silence").remove();
		}
		assertAnswered(app);
	}

	@ParameterizedTest
	@EnumSource
	void callWhileAnswersComeTooLateShouldBe504AndRecover(App app) throws IOException {
		assertAnswered(app);
		proxy.toxics().latency("late", ToxicDirection.DOWNSTREAM, 3000);
		try {
			assertBroken(app, 504);
		}
		finally {
			proxy.toxics().get("late").remove();
		}
		assertAnswered(app);
	}

	private static void assertBroken(App app, int status) {
		for (int i = 0; i < 3; i++) {
			ApiIT.assertProblem(call(app), status);
		}
	}

	/** A connection that broke while idle may cost one call. */
	private static void assertAnswered(App app) {
		await().atMost(Duration.ofSeconds(10)).until(() -> call(app).status() == 200);
		assertThat(List.of(call(app), call(app))).allSatisfy((reply) -> assertThat(reply.status()).isEqualTo(200));
	}

	private static Reply call(App app) {
		GenericContainer<?> container = Objects.requireNonNull(APPS.get(app));
		return Reply.get(container.getMappedPort(managementPort(app) - 1000), "/");
	}

	private static int managementPort(App app) {
		return 9081 + app.ordinal();
	}

	private static GenericContainer<?> service(String module, int managementPort) {
		return new GenericContainer<>(Image.of(module)).withNetwork(NETWORK)
			.withEnv("MANAGEMENT_SERVER_PORT", "" + managementPort)
			.withEnv("JAVA_OPTS", "-XX:TieredStopAtLevel=1")
			.waitingFor(Wait.forHealthcheck());
	}

}
