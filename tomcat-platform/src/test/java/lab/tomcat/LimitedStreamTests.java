package lab.tomcat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Tests for {@link LimitedStream}.
 */
class LimitedStreamTests {

	@Test
	void readWhenAtTheLimitShouldLetAllThrough() throws Exception {
		assertThat(limited(10).readAllBytes()).hasSize(10);
	}

	@Test
	void readWhenOverTheLimitShouldFail() {
		assertThatIOException().isThrownBy(() -> limited(11).readAllBytes())
			.withMessage("the answer has more than 10 bytes");
	}

	@Test
	void readByteByByteShouldCountToo() throws Exception {
		InputStream content = limited(11);
		for (int i = 0; i < 10; i++) {
			assertThat(content.read()).isZero();
		}
		assertThatIOException().isThrownBy(content::read);
	}

	private static InputStream limited(int size) {
		return new LimitedStream(new ByteArrayInputStream(new byte[size]), 10);
	}

}
