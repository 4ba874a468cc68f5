package lab.contract;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectIteration;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

/**
 * A test that breaks connections of the shared apps leaves no broken connection to later
 * tests, in any order.
 */
class OrderIT {

	/** Concurrent calls; each leaves a kept connection. */
	private static final int CALLS = 100;

	/**
	 * WebFlux detects broken connections itself, so its test ends at once. The
	 * connections of the Tomcat apps are then younger than 2 s, the age from which
	 * Apache's client checks them before use.
	 */
	@Test
	void ledgerAfterAnOutageShouldBeRightAlthoughManyConnectionsWereKept() {
		keepConnections();
		// The first calls of a JVM are slow; after the second round all connections are
		// young.
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
			app.clients.forEach((path) -> Reply.assertOk(Lab.app(app).getAsync(path, CALLS)));
		}
	}

}
