package lab.terms.failure;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.HttpRetryException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.http.HttpHeaders;
import org.springframework.web.ErrorResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BackendFailures}, with exceptions of the JDK in place of a client's
 * own.
 */
class BackendFailuresTests {

	private final BackendFailures failures = new BackendFailures(ProtocolException.class, HttpRetryException.class,
			SocketTimeoutException.class);

	@Test
	void problemWhenPoolFullShouldBe503WithRetryAfter() {
		ErrorResponse problem = this.failures.problem(wrapped(new ProtocolException("full")));
		assertThat(problem.getStatusCode().value()).isEqualTo(503);
		assertThat(problem.getHeaders().getFirst(HttpHeaders.RETRY_AFTER)).isEqualTo("1");
	}

	@Test
	void problemWhenConnectTimedOutShouldBe504() {
		assertThat(status(new HttpRetryException("slow", 0))).isEqualTo(504);
	}

	@Test
	void problemWhenReadTimedOutShouldBe504() {
		assertThat(status(new SocketTimeoutException("slow"))).isEqualTo(504);
	}

	@Test
	void problemWhenRefusedShouldBe502AndSaySo() {
		ErrorResponse problem = this.failures.problem(wrapped(new ConnectException("refused")));
		assertThat(problem.getStatusCode().value()).isEqualTo(502);
		assertThat(problem.getBody().getDetail()).isEqualTo("the backend refused the connection");
	}

	@Test
	void problemWhenAnythingElseShouldBe502() {
		assertThat(status(new EOFException("cut"))).isEqualTo(502);
	}

	@ParameterizedTest
	@MethodSource
	void neverConnectedWhenThereWasNoConnectionShouldBeTrue(IOException error) {
		assertThat(this.failures.neverConnected(wrapped(error))).isTrue();
	}

	static IOException[] neverConnectedWhenThereWasNoConnectionShouldBeTrue() throws IOException {
		return new IOException[] { new ProtocolException("full"), new HttpRetryException("slow", 0),
				new ConnectException("refused"), new NoRouteToHostException("away"), new UnknownHostException("who") };
	}

	@Test
	void neverConnectedWhenTheAnswerIsLateShouldBeFalse() {
		assertThat(this.failures.neverConnected(wrapped(new SocketTimeoutException("slow")))).isFalse();
	}

	private int status(IOException error) {
		return this.failures.problem(wrapped(error)).getStatusCode().value();
	}

	private static Throwable wrapped(IOException error) {
		return new IllegalStateException(new UncheckedIOException(error));
	}

}
