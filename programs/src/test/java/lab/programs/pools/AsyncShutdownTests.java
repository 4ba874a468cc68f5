package lab.programs.pools;

import java.util.List;

import lab.programs.ChildJvm;
import lab.programs.Printed;
import lab.programs.pools.AsyncShutdown.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class AsyncShutdownTests {

	private final Printed printed = new Printed();

	@ParameterizedTest
	@EnumSource
	void runShouldFinishWhatItsExecutorWaitsFor(Executor executor) throws InterruptedException {
		AsyncShutdown.run(executor, this.printed.output(true));
		assertThat(this.printed.checks()).contains("finished");
	}

	@Test
	void reportWhenMoreIsLostShouldFailTheCheck() {
		AsyncShutdown.report(Executor.POOL_TOO_LATE,
				new ChildJvm(0, List.of("begun", "begun", "finished", "interrupted")), this.printed.output(true));
		assertThat(this.printed.lines()).containsExactly("{\"event\":\"begun\",\"at\":2}",
				"{\"event\":\"finished\",\"at\":1}", "{\"event\":\"interrupted\",\"at\":1}",
				"{\"metric\":\"finished\",\"value\":1.0}", "{\"check\":\"finished\",\"value\":1,\"expected\":8}",
				"{\"check\":\"exit code\",\"value\":0,\"expected\":0}");
	}

}
