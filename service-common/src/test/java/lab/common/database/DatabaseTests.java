package lab.common.database;

import java.sql.Connection;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import lab.common.client.BackendException;
import lab.common.client.BackendProperties;
import lab.common.client.Cause;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Database} and its set-up, with H2.
 */
class DatabaseTests {

	private final WebApplicationContextRunner context = new WebApplicationContextRunner()
		.withInitializer(new ConfigDataApplicationContextInitializer())
		.withPropertyValues("spring.config.import=classpath:terms.yml")
		.withUserConfiguration(Needed.class);

	@Test
	void startWhenThePoolMayHaveNoConnectionShouldFail() {
		this.context.withPropertyValues("database.max-connections=0")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.hasMessageContaining("maxConnections"));
	}

	@Test
	void poolWhenNobodyAsksShouldNotBeMade() {
		this.context.run((context) -> {
			var beans = context.getSourceApplicationContext().getBeanFactory();
			assertThat(beans.getBeanNamesForType(Database.class)).singleElement()
				.satisfies((name) -> assertThat(beans.containsSingleton(name)).isFalse());
		});
	}

	@Test
	void queryShouldTakeAtLeastAsLongAsAsked() {
		this.context.run((context) -> {
			Database database = context.getBean(Database.class);
			long start = System.nanoTime();
			database.query(120);
			assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(120_000_000);
		});
	}

	@Test
	void queryWhenThePoolIsFullShouldSaySo() {
		this.context.withPropertyValues("database.max-connections=1", "backend.acquire-timeout=2s").run((context) -> {
			Database database = context.getBean(Database.class);
			try (Connection only = database.pool().getConnection()) {
				assertThat(only.isClosed()).isFalse();
				assertFails(database, Cause.POOL_FULL);
			}
			database.query(0);
		});
	}

	@ParameterizedTest
	@CsvSource({ "jdbc:postgresql://127.0.0.1:1/lab, CONNECT_REFUSED", "jdbc:h2:mem:no-alias, SERVER_ERROR" })
	void queryWhenTheDatabaseIsBrokenShouldSayWhy(String url, Cause cause) {
		this.context.withPropertyValues("database.url=" + url, "backend.acquire-timeout=2s")
			.run((context) -> assertFails(context.getBean(Database.class), cause));
	}

	private static void assertFails(Database database, Cause cause) {
		assertThatExceptionOfType(BackendException.class).isThrownBy(() -> database.query(0))
			.satisfies((failed) -> assertThat(failed.reason()).isEqualTo(cause));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties({ BackendProperties.class, DatabaseProperties.class })
	@Import(Database.class)
	static class Needed {

		@Bean
		MeterRegistry meters() {
			return new SimpleMeterRegistry();
		}

	}

}
