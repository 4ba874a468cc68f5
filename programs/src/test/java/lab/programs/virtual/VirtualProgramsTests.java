package lab.programs.virtual;

import lab.programs.Printed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Each variant counts what theory says. The build gives the tests two carriers.
 */
@EnabledIfSystemProperty(named = "jdk.virtualThreadScheduler.parallelism", matches = "2")
class VirtualProgramsTests {

	private final Printed printed = new Printed();

	@ParameterizedTest
	@EnumSource
	void mountingShouldMoveAtALockAndNeverWhileItComputes(Mounting.Variant variant) throws Exception {
		Mounting.run(variant, 20, this.printed.output(true));
		assertThat(this.printed.checks()).hasSize((variant == Mounting.Variant.SLEEP) ? 1 : 2);
	}

	@Test
	void lockShouldBeReportedStepByStep() throws Exception {
		Mounting.run(Mounting.Variant.LOCK, 3, this.printed.output(true));
		assertThat(this.printed.lines()).filteredOn((line) -> line.contains("\"event\""))
			.extracting((line) -> line.replaceAll(".*\"event\":\"|\".*", ""))
			.containsExactly("locks", "waits", "takes-carrier", "unlocks", "goes-on", "locks", "waits", "takes-carrier",
					"unlocks", "goes-on");
	}

	@Test
	void mainWhenThereAreOtherCarriersShouldReportHowToStart() {
		assertThatIllegalArgumentException().isThrownBy(() -> Scheduler.require(3))
			.withMessage("there are 2 carriers; start with -Djdk.virtualThreadScheduler.parallelism=3");
	}

	@ParameterizedTest
	@EnumSource
	void poolShouldKeepThreadLocalsAndSemaphoreShouldNot(PooledVirtual.Variant variant) throws Exception {
		PooledVirtual.run(variant, 200, 1, this.printed.output(true));
		assertThat(this.printed.checks()).hasSize(4);
		assertThat(this.printed.lines()).contains((variant == PooledVirtual.Variant.POOL)
				? "{\"metric\":\"foreignValues\",\"value\":150.0}" : "{\"metric\":\"foreignValues\",\"value\":0.0}");
	}

	@Test
	void virtualThreadWhileEveryCarrierComputesShouldNotBegin() throws Exception {
		Carriers.Variant.STARVED.run(true, this.printed.output(true));
		assertThat(this.printed.lines())
			.containsExactly("{\"check\":\"servedWhileAllCompute\",\"value\":0,\"expected\":0}");
	}

	@Test
	void platformThreadWhileEveryCoreComputesShouldBegin() throws Exception {
		Carriers.Variant.TIME_SLICES.run(true, this.printed.output(true));
		assertThat(this.printed.lines())
			.containsExactly("{\"check\":\"servedWhileAllCompute\",\"value\":1,\"expected\":1}");
	}

}
