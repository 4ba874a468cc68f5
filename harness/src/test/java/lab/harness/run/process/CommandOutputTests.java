package lab.harness.run.process;

import java.io.IOException;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Tests for {@link CommandOutput}.
 */
@DisabledOnOs(OS.WINDOWS)
class CommandOutputTests {

	private static final Duration LONG = Duration.ofMinutes(1);

	@Test
	void ofShouldHoldWhatItPrinted() throws IOException {
		assertThat(sh("echo ' out'; exit 3", LONG)).isEqualTo(new CommandOutput(3, " out"));
	}

	@Test
	void reasonShouldBeTheFirstLineOfItsOutput() throws IOException {
		assertThat(sh("printf '\\n no space\\nmore\\n'; exit 1", LONG).reason()).isEqualTo("no space");
		assertThat(sh("exit 7", LONG).reason()).isEqualTo("exit code 7");
	}

	@Test
	void ofWhenItDoesNotEndShouldKillItAtTheLimit() throws IOException {
		assertThat(sh("echo half; sleep 600", Duration.ofMillis(300)).code()).isNotZero();
	}

	@Test
	void ofWhenInterruptedShouldRunToItsEndAndKeepTheInterrupt() throws IOException {
		Thread.currentThread().interrupt();
		assertThat(sh("echo done", LONG).out()).isEqualTo("done");
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void ofWhenThereIsNoSuchProgramShouldFail() {
		assertThatIOException().isThrownBy(() -> CommandOutput.of(new ProcessBuilder("/no/such/program"), LONG));
	}

	private static CommandOutput sh(String script, Duration limit) throws IOException {
		return CommandOutput.of(new ProcessBuilder("sh", "-c", script), limit);
	}

}
