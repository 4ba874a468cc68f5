package lab.harness.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import lab.harness.experiment.InvalidInputException;
import lab.harness.experiment.Load;
import lab.harness.target.Jdk;
import lab.harness.target.Jvm;
import lab.harness.target.ProcessLauncher;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class JMeterTests {

	private static final Load LOAD = new Load("closed-loop", "/compute/5", List.of(50), Duration.ofSeconds(2),
			Duration.ofSeconds(8), Duration.ofSeconds(15), Duration.ofSeconds(10), null);

	@TempDir
	private Path root;

	private JMeter jmeter;

	@BeforeEach
	void install() throws IOException {
		FakeJMeter.install(this.root);
		this.jmeter = new JMeter(this.root, new ProcessLauncher(this.root, Jdk.current()), List.of());
	}

	@Test
	void startShouldSayEveryKnobInJMetersUnits() throws InterruptedException {
		Path jtl = this.root.resolve("load.jtl");
		try (Jvm process = this.jmeter.start(LOAD, 13, "webflux", 8083, "webflux", LOAD.measure(), jtl, this.root,
				"x")) {
			assertThat(process.command()).contains("-n", "-Jhost=127.0.0.1", "-Jport=8083", "-Jpath=/compute/5",
					"-Jusers=13", "-Jramp=2", "-Jduration=15", "-Jtimeout=10000", "-Jlabel=webflux", "-Xmx1g");
			assertThat(process.command()).containsSequence("-l", jtl.toString())
				.containsSequence("-j", this.root.resolve("x.log").toString())
				.containsSequence("-t", this.root.resolve("jmeter/closed-loop.jmx").toString());
			assertThat(process.exit().join()).isEqualTo(1);
			assertThat(process.lastLogLines(1)).containsExactly("Error in NonGUIDriver");
		}
	}

	@Test
	void startWhenWarmingUpShouldWriteNoSamples() throws InterruptedException {
		try (Jvm process = this.jmeter.start(LOAD, 13, "webflux", 8083, "webflux", LOAD.warmUp(), null, this.root,
				"x")) {
			assertThat(process.command()).contains("-Jduration=8").doesNotContain("-l");
		}
	}

	@Test
	void requireWhenJMeterIsNotAssembledShouldSaySo() throws IOException {
		Path jar = this.root.resolve("jmeter/target/apache-jmeter/bin/ApacheJMeter.jar");
		Files.delete(jar);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> this.jmeter.require(LOAD))
			.withMessage(jar + " is missing: assemble JMeter first (mvn package)");
	}

	@Test
	void requireWhenPlanIsMissingShouldNameIt() throws IOException {
		Files.delete(this.root.resolve("jmeter/closed-loop.jmx"));
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> this.jmeter.require(LOAD))
			.withMessageStartingWith("no plan closed-loop: ");
	}

	@Test
	void boundShouldAllowForTheLastAnswersAndJMetersStart() {
		assertThat(JMeter.bound(LOAD, LOAD.measure())).isEqualTo(Duration.ofSeconds(15 + 10 + 60));
	}

}
