package lab.programs.limits;

import lab.programs.Printed;
import lab.programs.limits.ClientErrors.Cause;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class ClientErrorsTests {

	@ParameterizedTest
	@EnumSource
	void causeShouldBeRecognizedByItsMessageAndLeaveNoChild(Cause cause) throws InterruptedException {
		Printed printed = new Printed();
		ClientErrors.run(cause, printed.output(true));
		assertThat(printed.checks()).containsExactly("toldApart");
		assertThat(ProcessHandle.current()
			.children()
			.filter((child) -> child.info().commandLine().orElse("").contains("--open-files"))).isEmpty();
	}

}
