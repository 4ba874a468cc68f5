package lab.common.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.HttpRetryException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.http.HttpStatus;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BackendFailures}, with exceptions of the JDK in place of a client's
 * own.
 */
class BackendFailuresTests {

	private final BackendFailures failures = new BackendFailures(Map.entry(ProtocolException.class, Cause.POOL_FULL),
			Map.entry(HttpRetryException.class, Cause.CONNECT_TIMEOUT),
			Map.entry(SocketTimeoutException.class, Cause.READ_TIMEOUT),
			Map.entry(UTFDataFormatException.class, Cause.CLOSED_EARLY));

	static List<Arguments> causes() {
		return List.of(Arguments.of(new ProtocolException("full"), Cause.POOL_FULL),
				Arguments.of(new HttpRetryException("slow", 0), Cause.CONNECT_TIMEOUT),
				Arguments.of(new SocketTimeoutException("slow"), Cause.READ_TIMEOUT),
				Arguments.of(new ConnectException("refused"), Cause.CONNECT_REFUSED),
				Arguments.of(new NoRouteToHostException("away"), Cause.CONNECT_REFUSED),
				Arguments.of(new UnknownHostException("who"), Cause.CONNECT_REFUSED),
				Arguments.of(new SocketException("Too many open files"), Cause.LOCAL_LIMIT),
				Arguments.of(new NoRouteToHostException("Cannot assign requested address"), Cause.LOCAL_LIMIT),
				Arguments.of(new BindException("Address already in use"), Cause.LOCAL_LIMIT),
				Arguments.of(new SocketException("Connection reset"), Cause.RESET),
				Arguments.of(new IOException("recv() failed: Connection reset by peer"), Cause.RESET),
				Arguments.of(new IOException("Broken pipe"), Cause.RESET),
				Arguments.of(new EOFException("cut"), Cause.CLOSED_EARLY),
				Arguments.of(new UTFDataFormatException("cut"), Cause.CLOSED_EARLY),
				Arguments.of(new IOException("no number"), Cause.UNUSABLE));
	}

	@ParameterizedTest
	@MethodSource("causes")
	void causeShouldBeFoundHoweverDeepItIs(IOException error, Cause cause) {
		assertThat(this.failures.cause(new IllegalStateException(new UncheckedIOException(error)), null))
			.isEqualTo(cause);
	}

	@Test
	void causeWhenTheBackendAnsweredShouldBeItsStatus() {
		assertThat(this.failures.cause(new IOException("said so"), HttpStatus.SERVICE_UNAVAILABLE))
			.isEqualTo(Cause.SERVER_ERROR);
		assertThat(this.failures.cause(new IOException("said so"), HttpStatus.NOT_FOUND)).isEqualTo(Cause.UNUSABLE);
	}

	/** An answer may be 200 and end before it is whole. */
	@Test
	void causeWhenTheBodyBrokeShouldBeWhyAndNotItsStatus() {
		assertThat(this.failures.cause(new EOFException("cut"), HttpStatus.OK)).isEqualTo(Cause.CLOSED_EARLY);
	}

}
