package lab.harness.run.docker;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ContainerOverrideTests {

	@Test
	void mergedShouldPutTheProgramsFlagsLastSoThatTheyWin() {
		assertThat(ContainerOverride.merged("-XX:+UseG1GC -Xmx1g", List.of("-Xmx32m")))
			.isEqualTo("-XX:+UseG1GC -Xmx1g -Xmx32m");
		assertThat(ContainerOverride.merged("", List.of())).isEmpty();
	}

	@Test
	void initialHeapShouldBeThatOfTheMachine() {
		// 24 GiB / 64 = 384 MiB, which are 37.5 % of 1 GiB.
		assertThat(ContainerOverride.initialHeap(24L << 30, 1L << 30)).isEqualTo("-XX:InitialRAMPercentage=38 ");
		assertThat(ContainerOverride.initialHeap(128L << 30, 1L << 30)).isEqualTo("-XX:InitialRAMPercentage=100 ");
		assertThat(ContainerOverride.initialHeap(24L << 30, 0)).isEmpty();
	}

	@Test
	void mergedWhenTheProgramChoosesACollectorShouldHaveThatOneAlone() {
		assertThat(ContainerOverride.merged("-XX:+UseG1GC -Xmx1g", List.of("-XX:+UseZGC")))
			.isEqualTo("-Xmx1g -XX:+UseZGC");
	}

}
