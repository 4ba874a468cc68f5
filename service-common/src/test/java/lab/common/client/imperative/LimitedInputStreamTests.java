package lab.common.client.imperative;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Tests for {@link LimitedInputStream}.
 */
class LimitedInputStreamTests {

	private final AtomicBoolean disconnected = new AtomicBoolean();

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

	@Test
	void readWhenOverTheLimitShouldCloseTheConnection() {
		assertThatIOException().isThrownBy(() -> limited(11).readAllBytes());
		assertThat(this.disconnected).isTrue();
	}

	@Test
	void closeShouldReadWhatIsLeftAndKeepTheConnection() throws Exception {
		limited(10).close();
		assertThat(this.disconnected).isFalse();
	}

	@Test
	void closeWhenWhatIsLeftIsOverTheLimitShouldCloseTheConnection() {
		assertThatIOException().isThrownBy(() -> limited(11).close());
		assertThat(this.disconnected).isTrue();
	}

	private InputStream limited(int size) {
		return new LimitedInputStream(new ByteArrayInputStream(new byte[size]), 10,
				(answer) -> this.disconnected.set(true));
	}

}
