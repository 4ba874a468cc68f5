package lab.programs.memory;

import java.util.List;

import lab.programs.ChildJvm;
import lab.programs.Options;
import lab.programs.Printed;
import lab.programs.memory.ThreadLimit.Cause;
import lab.programs.memory.ThreadLimit.Limit;
import lab.programs.memory.ThreadLimit.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class ThreadLimitTests {

	private final Printed printed = new Printed();

	@Test
	void reachedShouldReportWhetherOneMoreThreadIsTooMany() {
		assertThat(new Reading(Limit.USER, 299, 300, 1).reached()).isFalse();
		assertThat(new Reading(Limit.USER, 300, 300, 1).reached()).isTrue();
		assertThat(new Reading(Limit.ADDRESSES, 1_047_552, 1_048_576, 1024).reached()).isFalse();
		assertThat(new Reading(Limit.ADDRESSES, 1_047_553, 1_048_576, 1024).reached()).isTrue();
		assertThat(new Reading(Limit.GROUP, 0, Long.MAX_VALUE, 1).reached()).isFalse();
	}

	@Test
	void reportShouldPrintWhatIsReachedAndCheckEachLimit() {
		List<String> lines = List.of("[0.1s][warning] pthread_create failed (EAGAIN)", "threads 280",
				"limit USER 300 300 1", "limit ADDRESSES 900 9223372036854775807 1024", "[0.2s][warning] more",
				"limit GROUP 310 400 1", "limit MAPPINGS 99 65530 2", "limit MACHINE 700 32768 1",
				"Exception in thread \"main\" java.lang.OutOfMemoryError: " + ThreadLimit.MESSAGE);
		ThreadLimit.report(Cause.USER, new ChildJvm(1, lines), this.printed.output(true));
		assertThat(this.printed.lines()).containsExactly("{\"metric\":\"threads\",\"value\":280.0}",
				check("message", 1, 1), "{\"event\":\"user limit reached\",\"at\":1,\"most\":300,\"used\":300}",
				check("user limit reached", 1, 1), check("addresses limit reached", 0, 0),
				check("group limit reached", 0, 0), check("mappings limit reached", 0, 0),
				check("machine limit reached", 0, 0));
	}

	@Test
	void reportWhenItDidNotStartShouldShowWhatItPrinted() {
		assertThatIllegalStateException()
			.isThrownBy(() -> ThreadLimit.report(Cause.USER, new ChildJvm(1, List.of("no such file")),
					this.printed.output(true)))
			.withMessage("it could not start: no such file");
	}

	@ParameterizedTest
	@EnumSource
	void runShouldReachTheLimitOfTheCauseAlone(Cause cause) throws InterruptedException {
		ThreadLimit.run(cause, 1024, this.printed.output(true));
		if (!this.printed.lines().getFirst().contains("cannot be provoked here")) {
			assertThat(this.printed.lines())
				.contains(check("message", 1, 1), check(Options.word(cause) + " limit reached", 1, 1))
				.noneMatch((line) -> line.endsWith("\"value\":1,\"expected\":0}"));
		}
	}

	private static String check(String name, int value, int expected) {
		return "{\"check\":\"%s\",\"value\":%d,\"expected\":%d}".formatted(name, value, expected);
	}

}
