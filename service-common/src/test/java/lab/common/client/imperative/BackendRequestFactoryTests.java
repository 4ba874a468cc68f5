package lab.common.client.imperative;

import java.io.InputStream;
import java.net.URI;
import java.util.List;

import lab.common.client.BackendFailures;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.mock.http.client.MockClientHttpRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link BackendRequestFactory}.
 */
class BackendRequestFactoryTests {

	private long leased;

	@Test
	void executeWhenTheLibraryFailsUncheckedShouldBeAFailedCall() {
		assertThatIOException().isThrownBy(() -> call(new ArithmeticException("no HTTP")))
			.withCauseInstanceOf(ArithmeticException.class);
		assertThat(this.leased).isZero();
	}

	@Test
	void executeWhenTheErrorIsOursShouldThrowItAsItIs() {
		assertThatIllegalStateException().isThrownBy(() -> call(new IllegalStateException("a bug")))
			.withMessage("a bug");
		assertThat(this.leased).isZero();
	}

	private void call(RuntimeException thrown) throws Exception {
		ClientHttpRequestFactory factory = (uri, method) -> new MockClientHttpRequest() {

			@Override
			protected ClientHttpResponse executeInternal() {
				throw thrown;
			}

		};
		HttpLibrary library = new HttpLibrary(ClientHttpRequestFactory.class, Object.class, true,
				ArithmeticException.class, new BackendFailures(null, null, RuntimeException.class, List.of()),
				InputStream::close);
		BackendRequestFactory calls = new BackendRequestFactory(factory, library, 10);
		try {
			calls.createRequest(URI.create("/"), HttpMethod.GET).execute();
		}
		finally {
			this.leased = calls.leased();
		}
	}

}
