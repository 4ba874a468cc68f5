package lab.backend;

import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

class BackendPropertiesTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withUserConfiguration(Properties.class);

	@Test
	void bindWhenNothingIsSetShouldTakeTheDefaults() {
		this.runner.run((context) -> {
			BackendProperties properties = context.getBean(BackendProperties.class);
			assertThat(properties.latency().text()).isEqualTo("uniform 0ms..1000ms");
			assertThat(properties.seed()).isEqualTo(42);
		});
	}

	@Test
	void bindWhenSetShouldTakeThem() {
		this.runner.withPropertyValues("backend.latency=log-normal 400ms p99 2s", "backend.seed=-1").run((context) -> {
			BackendProperties properties = context.getBean(BackendProperties.class);
			assertThat(properties.latency().nanosAt(0.5)).isEqualTo(400_000_000);
			assertThat(properties.seed()).isEqualTo(-1);
		});
	}

	@Test
	void bindWhenLatencyIsBadShouldStopTheStart() {
		this.runner.withPropertyValues("backend.latency=fixed 40")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(IllegalArgumentException.class)
				.hasMessageStartingWith("latency 'fixed 40' has no form that is known; write uniform"));
	}

	@Test
	void bindWhenLatencyIsEmptyShouldStopTheStart() {
		this.runner.withPropertyValues("backend.latency=").run((context) -> assertThat(context).hasFailed());
	}

	@Test
	void bindWhenSeedIsBadShouldStopTheStart() {
		this.runner.withPropertyValues("backend.seed=9223372036854775808")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(NumberFormatException.class)
				.hasMessageContaining("9223372036854775808"));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties(BackendProperties.class)
	static class Properties {

	}

}
