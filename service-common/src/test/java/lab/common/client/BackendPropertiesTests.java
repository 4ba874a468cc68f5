package lab.common.client;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link BackendProperties}.
 */
class BackendPropertiesTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final DataSize MEGABYTE = DataSize.ofMegabytes(1);

	@Test
	void createWhenNoConnectionIsAllowedShouldSayTheRange() {
		assertThatIllegalArgumentException().isThrownBy(() -> new BackendProperties(0, SECOND, MEGABYTE))
			.withMessage("backend.max-connections must be 1 or more, not 0");
	}

	@Test
	void createWhenNoTimeIsAllowedShouldSayTheRange() {
		assertThatIllegalArgumentException().isThrownBy(() -> new BackendProperties(1, Duration.ZERO, MEGABYTE))
			.withMessage("backend.acquire-timeout must be above 0, such as 8s, not PT0S");
	}

	@Test
	void createWhenAnswersAreTooLargeForAnArrayShouldSayTheRange() {
		assertThatIllegalArgumentException().isThrownBy(() -> new BackendProperties(1, SECOND, DataSize.ofGigabytes(2)))
			.withMessage("backend.max-answer must be from 1B to 2047MB, not 2147483648B");
	}

}
