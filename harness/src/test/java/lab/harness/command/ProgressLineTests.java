package lab.harness.command;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import lab.harness.probe.Progress.Phase;
import lab.harness.schedule.Run;
import lab.harness.target.Variants;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressLineTests {

	private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

	private final ProgressLine line = new ProgressLine(new PrintStream(this.bytes, true, StandardCharsets.UTF_8), false,
			List.of(new Run(Variants.webflux(), 3, 1, 43)));

	@Test
	void phaseShouldSayWhatItIsAndHowLongTheRestTakes() {
		this.line.next();
		this.line.phase(Phase.WARMING_UP, Duration.ofSeconds(1));
		// 1 s of warm-up, 1 s of load, 14 s to start and to stop.
		assertThat(this.bytes.toString(StandardCharsets.UTF_8))
			.matches("\\[1/1] flux, 3 users: warming up 1 s, about 1\\d s left\n");
	}

	@Test
	void phaseWhenTheWarmUpIsRepeatedShouldSaySoAndAddItToTheRest() {
		this.line.next();
		this.line.phase(Phase.WARMING_UP_AGAIN, Duration.ofSeconds(20));
		assertThat(this.bytes.toString(StandardCharsets.UTF_8))
			.matches("\\[1/1] flux, 3 users: not warm yet, warming up again 20 s, about 3\\d s left\n");
	}

}
