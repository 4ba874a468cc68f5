package lab.app;

import java.io.ByteArrayInputStream;
import java.io.IOException;

import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Tests for {@link AnswerLimit}.
 */
class AnswerLimitTests {

	// -1 is an answer that does not say its length
	@ParameterizedTest
	@ValueSource(ints = { 10, -1 })
	void executeWhenAtTheLimitShouldLetAllThrough(int length) throws Exception {
		assertThat(limited(10, length).getEntity().getContent().readAllBytes()).hasSize(10);
	}

	@ParameterizedTest
	@ValueSource(ints = { 11, -1 })
	void executeWhenOverTheLimitShouldFailOnReading(int length) throws Exception {
		ClassicHttpResponse response = limited(11, length);
		assertThatIOException().isThrownBy(() -> response.getEntity().getContent().readAllBytes())
			.withMessage("the answer has more than 10 bytes");
	}

	@Test
	void executeWhenReadByteByByteShouldCountToo() throws Exception {
		var content = limited(11, -1).getEntity().getContent();
		for (int i = 0; i < 10; i++) {
			assertThat(content.read()).isZero();
		}
		assertThatIOException().isThrownBy(content::read);
	}

	@SuppressWarnings("NullAway") // the limit hands the scope on and looks at nothing in
									// it
	private static ClassicHttpResponse limited(int size, int length) throws Exception {
		BasicClassicHttpResponse response = new BasicClassicHttpResponse(200);
		response.setEntity(
				new InputStreamEntity(new ByteArrayInputStream(new byte[size]), length, ContentType.APPLICATION_JSON));
		return new AnswerLimit(10).execute(new BasicClassicHttpRequest("GET", "/"), null, (request, scope) -> response);
	}

}
