package lab.harness.model;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Terms}.
 */
class TermsTests {

	@Test
	void threadsThatWaitShouldBeThoseThatHoldARequest() {
		Terms tomcat = new Terms("25", 4, "G1", 512, 200, null, "Apache", 10_000, 10, "kept");
		assertThat(tomcat.threadsThatWait("/")).isEqualTo(200);
		assertThat(tomcat.threadsThatWait("/asynchronous")).as("the thread is given back").isNull();
		Terms webflux = new Terms("25", 4, "G1", 512, null, 4, "Reactor Netty", 10_000, 10, "kept");
		assertThat(webflux.threadsThatWait("/")).isNull();
		assertThat(webflux.threadsThatWait("/blocking/event-loop")).isEqualTo(4);
		assertThat(webflux.threadsThatWait("/blocking/bounded-elastic")).as("10 a core").isEqualTo(40);
		assertThat(webflux.threadsThatWait("/blocking/virtual-threads")).isNull();
		assertThat(tomcat.threadsThatWait("/database/50")).isEqualTo(200);
		assertThat(webflux.threadsThatWait("/database/50")).as("JDBC on boundedElastic").isEqualTo(40);
	}

	@Test
	void connectionsShouldBeThoseToWhereARequestWaits() {
		Terms terms = new Terms("25", 4, "G1", 512, 200, null, "Apache", 10_000, 10, "kept");
		assertThat(terms.connections("/")).isEqualTo(10_000);
		assertThat(terms.connections("/database/50")).isEqualTo(10);
	}

}
