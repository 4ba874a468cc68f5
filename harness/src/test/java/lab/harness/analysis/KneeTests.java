package lab.harness.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KneeTests {

	private final List<RunResult> runs = new ArrayList<>();

	@Test
	void ofWhenThreadsBindShouldLieAtTheirNumber() {
		add("platform", 500, 200, "request threads", 3000.0);
		add("platform", 100, 100, "users", 3000.0);
		add("platform", 200, 200, "users", 3000.0);
		assertThat(Knee.of(this.runs)).containsExactly(new Knee("platform", 200, 500, "request threads", 200));
		assertThat(Knee.of(this.runs).getFirst().words()).isEqualTo("at 200 users: request threads");
	}

	@Test
	void ofWhenCpuBindsShouldLieWhereTheTwoLinesCross() {
		add("flux", 1500, 1500, "users", 3400.0);
		add("flux", 2000, 2000, "CPU", 3400.0);
		// 3400 req/s x 0.5 s
		assertThat(Knee.of(this.runs)).containsExactly(new Knee("flux", 1500, 2000, "CPU", 1700));
		assertThat(Knee.of(this.runs).getFirst().words()).isEqualTo("between 1500 and 2000 users: CPU");
	}

	@Test
	void ofWhenMoreIsDoneThanTheCpuLawForecastsShouldLieWhereThatIsReached() {
		add("flux", 500, 500, "users", 1200.0);
		add("flux", 1000, 1000, "CPU", 1200.0, 1900);
		// 1900 req/s x 0.5 s
		assertThat(Knee.of(this.runs)).containsExactly(new Knee("flux", 500, 1000, "CPU", 950));
	}

	@Test
	void ofWhenLinesCrossElsewhereShouldStayBetweenTheLoadPoints() {
		add("flux", 1500, 1500, "users", 2600.0);
		add("flux", 2000, 2000, "CPU", 2600.0);
		assertThat(Knee.of(this.runs).getFirst().users()).isEqualTo(1500);
	}

	@Test
	void ofWhenOneOfSeveralRoundsIsLimitedShouldSeeIt() {
		add("flux", 1500, 1500, "users", 3400.0);
		add("flux", 2000, 2000, "CPU", 3400.0);
		add("flux", 2000, 2000, "users", 3400.0);
		assertThat(Knee.of(this.runs)).extracting(Knee::cause).containsExactly("CPU");
	}

	@Test
	void ofWhenUsersAreTheLimitEverywhereOrNowhereShouldShowNone() {
		add("free", 10, 10, "users", null);
		add("free", 20, 20, "users", null);
		add("bound", 500, 200, "request threads", null);
		add("bound", 600, 200, "request threads", null);
		assertThat(Knee.of(this.runs)).isEmpty();
	}

	private void add(String variant, int users, int slots, String limitedBy, @Nullable Double cpuCeiling) {
		add(variant, users, slots, limitedBy, cpuCeiling,
				Math.min(slots * 2.0, (cpuCeiling != null) ? cpuCeiling : Double.MAX_VALUE));
	}

	private void add(String variant, int users, int slots, String limitedBy, @Nullable Double cpuCeiling,
			double throughput) {
		this.runs.add(new RunResult(variant, users, 1, true, 18, throughput, null, slots * 2.0, slots * 2.0, 1.0,
				cpuCeiling, null, null, slots, limitedBy, null, 0, Map.of(), null, null, null, null, null, null,
				List.of(), null));
	}

}
