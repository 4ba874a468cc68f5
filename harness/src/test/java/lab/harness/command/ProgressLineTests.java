package lab.harness.command;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.DelayDistribution;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Request;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Variant;
import lab.harness.run.Progress.Phase;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressLineTests {

	private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

	private Instant now = Instant.EPOCH;

	private final Run run = run();

	private final ProgressLine line = line(false);

	@Test
	void phaseShouldSayWhatItIsAndHowLongTheRestTakes() {
		this.line.run(List.of(this.run), 1);
		this.now = this.now.plusSeconds(5);
		this.line.phase(Phase.WARMING_UP, Duration.ofSeconds(1));
		// Twice 1 s of warm-up, 4 s of load, 15 s besides; 5 s are over.
		assertThat(said()).isEqualTo("[1/2] flux, 3 users: warming up 1 s, about 35 s left\n");
	}

	@Test
	void phaseWhenTheRunsTakeLongerThanPlannedShouldSaySo() {
		this.line.run(List.of(this.run), 2);
		this.now = this.now.plusSeconds(25);
		this.line.phase(Phase.DRAINING, Duration.ZERO);
		assertThat(said()).isEqualTo("[2/2] flux, 3 users: draining, later than planned\n");
	}

	@Test
	void toComeShouldReplaceTheRunsThatHaveNotBegun() {
		this.line.run(List.of(this.run), 1);
		this.line.toCome(List.of(List.of(this.run), List.of(this.run)));
		this.line.say("it is repeated");
		this.line.phase(Phase.DRAINING, Duration.ZERO);
		assertThat(said()).isEqualTo(
				"[1/3] flux, 3 users: it is repeated\n" + "[1/3] flux, 3 users: draining, about 1 min 0 s left\n");
	}

	@Test
	void sayWhenNoRunHasBegunShouldNameNone() {
		this.line.say("Trying flux ...");
		assertThat(said()).isEqualTo("Trying flux ...\n");
	}

	@Test
	void answersShouldShowInALogNothingAndOnATerminalTheThroughputNow() {
		this.line.run(List.of(this.run), 1);
		this.line.answers(10_000, 500);
		this.line.answers(11_000, 600);
		assertThat(said()).isEmpty();
		ProgressLine terminal = line(true);
		terminal.run(List.of(this.run), 1);
		terminal.phase(Phase.MEASURING, Duration.ofSeconds(4));
		this.now = this.now.plusSeconds(2);
		terminal.answers(10_000, 500);
		assertThat(said()).doesNotContain("req/s");
		// 149 more in 1.5 s are 99.3 a second.
		terminal.answers(11_500, 649);
		assertThat(said()).doesNotContain("\n")
			.endsWith("\r\033[K[1/2] flux, 3 users: measuring 2 s, 99 req/s, about 38 s left");
	}

	/** A gentle warm-up has another load than the one that the law is about. */
	@Test
	void answersWhenTheAppWarmsUpShouldShowNoThroughput() {
		ProgressLine terminal = line(true);
		terminal.run(List.of(this.run), 1);
		terminal.phase(Phase.WARMING_UP, Duration.ofSeconds(4));
		terminal.answers(10_000, 500);
		terminal.answers(11_500, 649);
		assertThat(said()).doesNotContain("req/s");
	}

	private ProgressLine line(boolean terminal) {
		PrintStream err = new PrintStream(this.bytes, true, StandardCharsets.UTF_8);
		ProgressLine line = new ProgressLine(new Terminal(terminal, err, err), () -> this.now);
		line.toCome(List.of(List.of(this.run), List.of(this.run)));
		return line;
	}

	private static Run run() {
		Load load = new Load(Request.get("/"), 3, null, Duration.ZERO, Load.WarmUp.of(Duration.ofSeconds(1)),
				Duration.ofSeconds(4), Duration.ofSeconds(2));
		Service service = new Service(App.WEBFLUX, Map.of(), new Service.Backend(DelayDistribution.parse("fixed 5ms")),
				load, List.of(), false, List.of(), null);
		return new Run(new Variant("flux", service, new Axis(Axis.USERS, List.of(3.0)), null), new Point(Axis.USERS, 3),
				1, 43);
	}

	private String said() {
		return this.bytes.toString(StandardCharsets.UTF_8);
	}

}
