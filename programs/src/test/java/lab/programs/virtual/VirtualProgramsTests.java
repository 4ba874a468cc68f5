package lab.programs.virtual;

import java.util.List;

import lab.programs.Printed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each variant counts what theory says.
 */
class VirtualProgramsTests {

	private final Printed printed = new Printed();

	@ParameterizedTest
	@EnumSource
	void mountingShouldStayWithinItsCarriersAndMoveOnlyWhatWaits(Mounting.Variant variant) throws Exception {
		Mounting.run(variant, 50, this.printed.output(true));
		assertThat(this.printed.checks()).hasSizeGreaterThanOrEqualTo(2);
		assertThat(this.printed.lines()).filteredOn((line) -> line.startsWith("{\"event\":\"mounted\"")).hasSize(5);
	}

	@ParameterizedTest
	@EnumSource
	void poolShouldKeepThreadLocalsAndSemaphoreShouldNot(PooledVirtual.Variant variant) throws Exception {
		PooledVirtual.run(variant, 200, 1, this.printed.output(true));
		assertThat(this.printed.checks()).hasSize(3);
		assertThat(this.printed.lines()).contains((variant == PooledVirtual.Variant.POOL)
				? "{\"metric\":\"foreignValues\",\"value\":150.0}" : "{\"metric\":\"foreignValues\",\"value\":0.0}");
	}

	@Test
	void taskWhileEveryCarrierComputesShouldNotBegin() throws Exception {
		Carriers.Variant.STARVED.run(true, this.printed.output(true));
		assertThat(this.printed.checks())
			.isEqualTo(List.of("servedWhileAllCompute", "endedWhileAllCompute", "servedAfterwards"));
	}

}
