package lab.harness.analysis;

import lab.wire.Terms;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WaitLimits}.
 */
class WaitLimitsTests {

	@Test
	void threadsShouldBeThoseThatHoldARequest() {
		Terms tomcat = RunFixture.terms(4, 200, null, 10);
		assertThat(WaitLimits.threads(tomcat, "/")).isEqualTo(200);
		assertThat(WaitLimits.threads(tomcat, "/asynchronous")).as("the thread is given back").isNull();
		Terms webflux = RunFixture.terms(4, null, 4, 10);
		assertThat(WaitLimits.threads(webflux, "/")).isNull();
		assertThat(WaitLimits.threads(webflux, "/blocking/event-loop")).isEqualTo(4);
		assertThat(WaitLimits.threads(webflux, "/blocking/bounded-elastic")).as("10 a core").isEqualTo(40);
		assertThat(WaitLimits.threads(webflux, "/blocking/virtual-threads")).isNull();
		assertThat(WaitLimits.threads(tomcat, "/database/50")).isEqualTo(200);
		assertThat(WaitLimits.threads(webflux, "/database/50")).as("JDBC on boundedElastic").isEqualTo(40);
	}

	@Test
	void connectionsShouldBeThoseThatARequestWaitsOn() {
		Terms terms = RunFixture.terms(4, 200, null, 10);
		assertThat(WaitLimits.connections(terms, "/")).isEqualTo(10_000);
		assertThat(WaitLimits.connections(terms, "/database/50")).isEqualTo(10);
	}

}
