package lab.contract;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectIteration;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

/**
 * A test that breaks the connections of the shared apps leaves no broken one to the tests
 * after it, in whatever order they run.
 */
class OrderIT {

	/** Concurrent calls; each leaves a kept connection. */
	private static final int CALLS = 100;

	/**
	 * WebFlux notices broken connections by itself, so its own test ends at once. Then
	 * the connections of the Tomcat apps are younger than the 2 s after which Apache's
	 * client would check them before use.
	 */
	@Test
	void ledgerAfterAnOutageShouldBeRightAlthoughManyConnectionsWereKept() {
		keepConnections();
		// The first calls of a JVM are slow: these make all connections young.
		keepConnections();
		Events tests = EngineTestKit.engine("junit-jupiter")
			.selectors(
					selectIteration(selectMethod(BackendFaultsIT.class, "outageShouldBeRefusedConnectionsAndComeBack",
							App.class), App.WEBFLUX.ordinal()),
					selectMethod(LedgerIT.class, "ledgerWhenRequestsAreAnsweredShouldCountThemAndTheirCalls",
							App.class))
			.execute()
			.testEvents();
		assertThat(tests.failed().list()).isEmpty();
		assertThat(tests.succeeded().count()).isEqualTo(1 + App.values().length);
	}

	private static void keepConnections() {
		for (App app : List.of(App.values()).reversed()) {
			app.clients.forEach((path) -> keepConnections(Lab.app(app).port(), path));
		}
	}

	private static void keepConnections(int port, String path) {
		List<CompletableFuture<Reply>> replies = IntStream.range(0, CALLS)
			.mapToObj((call) -> Reply.getAsync(port, path))
			.toList();
		assertThat(replies).allSatisfy((reply) -> assertThat(reply.join().status()).isEqualTo(200));
	}

}
