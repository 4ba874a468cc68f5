package lab.programs.memory;

import java.util.List;

import lab.programs.ChildJvm;
import lab.programs.Options;
import lab.programs.memory.ThreadMemory.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

class StackSizeTests {

	@ParameterizedTest
	@EnumSource
	void depthWhenInterpretedShouldGrowByAsMuchAsTheStack(Kind kind) throws InterruptedException {
		double half = depth(kind, 512);
		double one = depth(kind, 1024);
		double two = depth(kind, 2048);
		assertThat(half).isPositive();
		assertThat((two - one) / (one - half)).isCloseTo(2, withinPercentage(1));
	}

	private static double depth(Kind kind, int kib) throws InterruptedException {
		ChildJvm ended = ChildJvm.run(List.of(), List.of("-Xint", "-Xss" + kib + "k"), StackSize.class, "--json",
				"--kind=" + Options.word(kind));
		assertThat(ended.lines()).singleElement().asString().matches("\\{\"metric\":\"depth\",\"value\":[0-9.]+}");
		return Double.parseDouble(ended.lines().getFirst().replaceAll(".*:|}", ""));
	}

}
