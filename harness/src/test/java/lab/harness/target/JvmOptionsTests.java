package lab.harness.target;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JvmOptionsTests {

	@Test
	void mergedShouldPutTheProgramsFlagsLastSoThatTheyWin() {
		assertThat(JvmOptions.merged("-XX:+UseG1GC -Xmx1g", List.of("-Xmx32m")))
			.isEqualTo("-XX:+UseG1GC -Xmx1g -Xmx32m");
		assertThat(JvmOptions.merged("", List.of())).isEmpty();
	}

	@Test
	void initialHeapShouldBeThatOfTheMachine() {
		// 24 GiB / 64 = 384 MiB, which are 37.5 % of 1 GiB.
		assertThat(JvmOptions.initialHeap(24L << 30, 1L << 30)).isEqualTo("-XX:InitialRAMPercentage=38 ");
		assertThat(JvmOptions.initialHeap(128L << 30, 1L << 30)).isEqualTo("-XX:InitialRAMPercentage=100 ");
		assertThat(JvmOptions.initialHeap(24L << 30, 0)).isEmpty();
	}

	@Test
	void mergedWhenTheProgramChoosesACollectorShouldHaveThatOneAlone() {
		assertThat(JvmOptions.merged("-XX:+UseG1GC -Xmx1g", List.of("-XX:+UseZGC"))).isEqualTo("-Xmx1g -XX:+UseZGC");
	}

}
