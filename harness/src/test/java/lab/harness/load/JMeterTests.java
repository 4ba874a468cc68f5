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
		try (Jvm process = this.jmeter.start(LOAD, 13, 43, "webflux", 8083, "webflux", LOAD.measure(), jtl, this.root,
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
	void startWhenArrivalsAreOpenShouldSayRateSeedAndEnoughUsers() throws Exception {
		Files.createFile(this.root.resolve("jmeter/open-arrivals.jmx"));
		Load open = new Load(Load.OPEN, "/", List.of(), Duration.ofSeconds(2), Duration.ZERO, Duration.ofSeconds(15),
				Duration.ofSeconds(4), null, List.of(100));
		try (Jvm process = this.jmeter.start(open, 100, 43, "webflux", 8083, "x", open.measure(), null, this.root,
				"x")) {
			// 1.25 x 100 a second x 4 s, and 10.
			assertThat(process.command()).contains("-Jrate=100", "-Jseed=43", "-Jusers=510", "-Jconnect-timeout=4000",
					"-Jsample_variables=problem");
		}
	}

	@Test
	void startWhenWarmingUpShouldWriteNoSamples() throws InterruptedException {
		try (Jvm process = this.jmeter.start(LOAD, 13, 43, "webflux", 8083, "webflux", LOAD.warmUp(), null, this.root,
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
