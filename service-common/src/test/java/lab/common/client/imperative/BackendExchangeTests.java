package lab.common.client.imperative;

import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.function.Supplier;

import lab.common.api.Answers.BackendAnswer;
import lab.common.client.BackendException;
import lab.common.client.BackendFailures;
import lab.common.client.Cause;
import lab.common.ledger.Ledger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.service.invoker.HttpExchangeAdapter;
import org.springframework.web.service.invoker.HttpRequestValues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link BackendExchange}.
 */
class BackendExchangeTests {

	private static final ParameterizedTypeReference<BackendAnswer> TYPE = ParameterizedTypeReference
		.forType(BackendAnswer.class);

	private static final HttpRequestValues REQUEST = HttpRequestValues.builder().build();

	@Test
	void exchangeShouldGiveTheAnswer() {
		assertThat(exchange(() -> new BackendAnswer(512)).exchangeForBody(REQUEST, TYPE).millis()).isEqualTo(512);
	}

	@Test
	void exchangeWhenTheAnswerIsEmptyShouldFail() {
		assertFails(() -> null, Cause.UNUSABLE);
	}

	@Test
	void exchangeWhenTheClientFailsShouldSayWhy() {
		assertFails(() -> {
			throw new ResourceAccessException("late", new SocketTimeoutException());
		}, Cause.READ_TIMEOUT);
		assertFails(() -> {
			throw new HttpServerErrorException(HttpStatus.INTERNAL_SERVER_ERROR);
		}, Cause.SERVER_ERROR);
	}

	private static void assertFails(Supplier<@Nullable BackendAnswer> client, Cause cause) {
		assertThatExceptionOfType(BackendException.class)
			.isThrownBy(() -> exchange(client).exchangeForBody(REQUEST, TYPE))
			.extracting(BackendException::reason)
			.isEqualTo(cause);
	}

	private static BackendExchange exchange(Supplier<@Nullable BackendAnswer> client) {
		HttpExchangeAdapter adapter = mock();
		given(adapter.exchangeForBody(any(), any())).willAnswer((call) -> client.get());
		BackendFailures failures = new BackendFailures(Map.entry(SocketTimeoutException.class, Cause.READ_TIMEOUT));
		return new BackendExchange(adapter,
				new HttpLibrary(ClientHttpRequestFactory.class, Object.class, true, null, failures, InputStream::close),
				new Ledger());
	}

}
