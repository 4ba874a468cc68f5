package lab.common.client.imperative;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import lab.common.client.BackendFailures;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link BackendRequestFactory}.
 */
class BackendRequestFactoryTests {

	private static final int LIMIT = 10;

	private final AtomicBoolean disconnected = new AtomicBoolean();

	@Test
	void executeWhenTheLibraryFailsUncheckedShouldBeAFailedCall() {
		BackendRequestFactory calls = calls(() -> {
			throw new ArithmeticException("no HTTP");
		});
		assertThatIOException().isThrownBy(() -> execute(calls)).withCauseInstanceOf(ArithmeticException.class);
		assertThat(calls.open()).isZero();
	}

	@Test
	void executeWhenAnotherErrorIsThrownShouldThrowItUnchanged() {
		BackendRequestFactory calls = calls(() -> {
			throw new IllegalStateException("a bug");
		});
		assertThatIllegalStateException().isThrownBy(() -> execute(calls)).withMessage("a bug");
		assertThat(calls.open()).isZero();
	}

	@Test
	void getBodyWhenAtTheLimitShouldGiveTheWholeAnswer() throws IOException {
		BackendRequestFactory calls = calls(() -> answer(LIMIT));
		try (ClientHttpResponse answer = execute(calls)) {
			assertThat(answer.getBody().readAllBytes()).hasSize(LIMIT);
			assertThat(calls.open()).isOne();
		}
		assertThat(calls.open()).isZero();
		assertThat(this.disconnected).isFalse();
	}

	@Test
	void getBodyWhenOverTheLimitShouldFailAndCloseTheConnection() throws IOException {
		try (ClientHttpResponse answer = execute(calls(() -> answer(LIMIT + 1)))) {
			assertThatIOException().isThrownBy(answer::getBody).withMessage("the answer has more than 10 bytes");
		}
		assertThat(this.disconnected).isTrue();
	}

	@Test
	void closeShouldReadTheRestAndKeepTheConnection() throws IOException {
		MockClientHttpResponse response = answer(LIMIT);
		execute(calls(() -> response)).close();
		assertThat(response.getBody().available()).isZero();
		assertThat(this.disconnected).isFalse();
	}

	@Test
	void closeWhenTheRestIsOverTheLimitShouldCloseTheConnection() throws IOException {
		BackendRequestFactory calls = calls(() -> answer(LIMIT + 1));
		execute(calls).close();
		assertThat(this.disconnected).isTrue();
		assertThat(calls.open()).isZero();
	}

	private static MockClientHttpResponse answer(int size) {
		return new MockClientHttpResponse(new ByteArrayInputStream(new byte[size]), HttpStatus.OK);
	}

	private static ClientHttpResponse execute(BackendRequestFactory calls) throws IOException {
		return calls.createRequest(URI.create("/"), HttpMethod.GET).execute();
	}

	private BackendRequestFactory calls(Supplier<ClientHttpResponse> backend) {
		ClientHttpRequestFactory factory = (uri, method) -> new MockClientHttpRequest() {

			@Override
			protected ClientHttpResponse executeInternal() {
				return backend.get();
			}

		};
		HttpLibrary library = new HttpLibrary(ClientHttpRequestFactory.class, Object.class, true,
				ArithmeticException.class, new BackendFailures(), (answer) -> this.disconnected.set(true));
		return new BackendRequestFactory(factory, library, LIMIT);
	}

}
