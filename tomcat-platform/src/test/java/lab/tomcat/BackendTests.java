package lab.tomcat;

import java.net.SocketTimeoutException;

import lab.common.api.BackendAnswer;
import lab.common.failure.BackendException;
import lab.common.failure.Cause;
import lab.common.guard.Guards;
import lab.common.ledger.Ledger;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Backend}.
 */
class BackendTests {

	private final Ledger ledger = new Ledger();

	@Test
	void millisShouldBeThoseOfTheAnswer() {
		assertThat(backend(() -> new BackendAnswer(512)).millis()).isEqualTo(512);
	}

	@Test
	void millisWhenTheAnswerIsEmptyShouldFail() {
		assertFails(() -> null, Cause.UNUSABLE);
	}

	@Test
	void millisWhenTheClientFailsShouldSayWhyAndCountIt() {
		assertFails(() -> {
			throw new ResourceAccessException("late", new SocketTimeoutException());
		}, Cause.READ_TIMEOUT);
		assertFails(() -> {
			throw new HttpServerErrorException(HttpStatus.INTERNAL_SERVER_ERROR);
		}, Cause.SERVER_ERROR);
		assertFails(() -> {
			throw new RestClientException("cut", new ConnectionClosedException());
		}, Cause.CLOSED_EARLY);
	}

	private void assertFails(SlowBackend slowBackend, Cause cause) {
		assertThatExceptionOfType(BackendException.class).isThrownBy(() -> backend(slowBackend).millis())
			.extracting(BackendException::reason)
			.isEqualTo(cause);
		assertThat(this.ledger.read(new Guards.State("closed", 0, 0), 0).backendFailures()).containsEntry(cause, 1L);
	}

	private Backend backend(SlowBackend slowBackend) {
		return new Backend(slowBackend, HttpLibrary.APACHE.failures, this.ledger);
	}

}
