package lab.harness.command;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import lab.harness.probe.Progress.Phase;
import lab.harness.schedule.Run;
import lab.harness.target.Variants;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressLineTests {

	private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

	private Instant now = Instant.EPOCH;

	private final Run run = new Run(Variants.webflux(), 3, 1, 43);

	private final ProgressLine line = new ProgressLine(new PrintStream(this.bytes, true, StandardCharsets.UTF_8), false,
			List.of(this.run, this.run), () -> this.now);

	@Test
	void phaseShouldSayWhatItIsAndHowLongTheRestTakes() {
		this.line.next();
		this.now = this.now.plusSeconds(5);
		this.line.phase(Phase.WARMING_UP, Duration.ofSeconds(1));
		// Twice 1 s of warm-up, 1 s of load, 14 s to start and to stop; 5 s are over.
		assertThat(said()).isEqualTo("[1/2] flux, 3 users: warming up 1 s, about 27 s left\n");
	}

	@Test
	void phaseWhenTheFirstWarmUpIsRepeatedShouldAddItToTheRest() {
		this.line.next();
		this.line.phase(Phase.WARMING_UP_AGAIN, Duration.ofSeconds(20));
		assertThat(said()).isEqualTo("[1/2] flux, 3 users: not warm yet, warming up again 20 s, about 52 s left\n");
	}

	@Test
	void phaseWhenARunIsFinishedShouldExpectTheOthersToTakeAsLong() {
		// Images are built before the first run; that is no run's time.
		this.now = this.now.plusSeconds(300);
		this.line.next();
		this.now = this.now.plusSeconds(24);
		this.line.next();
		this.line.phase(Phase.WARMING_UP_AGAIN, Duration.ofSeconds(20));
		assertThat(said()).isEqualTo("[2/2] flux, 3 users: not warm yet, warming up again 20 s, about 24 s left\n");
	}

	@Test
	void atMostShouldCountThreeWarmUpsAndTenSecondsMoreForEachRepeat() {
		assertThat(ProgressLine.expected(List.of(this.run))).isEqualTo(Duration.ofSeconds(16));
		assertThat(ProgressLine.atMost(List.of(this.run))).isEqualTo(Duration.ofSeconds(38));
	}

	private String said() {
		return this.bytes.toString(StandardCharsets.UTF_8);
	}

}
