package lab.programs.memory;

import java.util.List;

import lab.programs.ChildJvm;
import lab.programs.Printed;
import lab.programs.memory.OomKinds.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class OomKindsTests {

	private final Printed printed = new Printed();

	@ParameterizedTest
	@EnumSource
	void runShouldSeeTheMessageOfItsKind(Kind kind) throws InterruptedException {
		OomKinds.run(kind, this.printed.output(true));
		if (!this.printed.lines().getFirst().contains("cannot be provoked here")) {
			assertThat(this.printed.lines()).contains("{\"check\":\"message\",\"value\":1,\"expected\":1}",
					"{\"check\":\"exit code\",\"value\":1,\"expected\":1}");
		}
	}

	@Test
	void reportWhenTheMessageIsAnotherShouldFailTheCheck() {
		ChildJvm victim = new ChildJvm(1, List.of("heap 1048576", "heap 31457280",
				"Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space", "\tat somewhere"));
		OomKinds.report(Kind.GC_OVERHEAD, victim, this.printed.output(true));
		assertThat(this.printed.lines()).containsExactly("{\"event\":\"OutOfMemoryError: Java heap space\",\"at\":1}",
				"{\"check\":\"message\",\"value\":0,\"expected\":1}",
				"{\"check\":\"exit code\",\"value\":1,\"expected\":1}", "{\"metric\":\"heap\",\"value\":30.0}");
	}

}
