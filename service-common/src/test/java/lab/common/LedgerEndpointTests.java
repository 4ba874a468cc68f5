package lab.common;

import java.time.Duration;

import io.micrometer.core.instrument.binder.jvm.JvmCompilationMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import lab.wire.AppLedger;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LedgerEndpoint}.
 */
class LedgerEndpointTests {

	@Test
	void jvmShouldReadMicrometersMeters() {
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		new JvmMemoryMetrics().bindTo(meters);
		new JvmCompilationMetrics().bindTo(meters);
		meters.timer("jvm.gc.pause", "action", "end of minor GC").record(Duration.ofMillis(3));
		meters.timer("jvm.gc.pause", "action", "end of major GC").record(Duration.ofMillis(4));
		AppLedger.JvmCounters jvm = LedgerEndpoint.jvm(meters);
		assertThat(jvm.heapUsedBytes()).isBetween(1L, Runtime.getRuntime().maxMemory());
		assertThat(jvm.gcPauseMillis()).isEqualTo(7);
		assertThat(jvm.fullCollections()).isOne();
		assertThat(jvm.compileMillis()).isPositive();
	}

}
