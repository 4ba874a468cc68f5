package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Paths;
import lab.harness.model.experiment.Request;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Knowledge;
import lab.harness.model.result.RunFailedException;
import lab.harness.run.process.ChildProcess;
import lab.harness.run.process.Jdk;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link JMeter}.
 */
class JMeterTests {

	private static final Load LOAD = new Load(Request.get("/compute/5"), 13, null, Duration.ofSeconds(2),
			Load.WarmUp.of(Duration.ofSeconds(8)), Duration.ofSeconds(15), Duration.ofSeconds(10));

	@TempDir
	private Path root;

	private JMeter jmeter;

	@BeforeEach
	void install() throws IOException {
		FakeJMeter.install(this.root);
		this.jmeter = new JMeter(new Launcher(this.root, Jdk.current()), List.of());
	}

	@Test
	void measureShouldSayEveryKnobInJMetersUnits() throws InterruptedException {
		try (ChildProcess process = this.jmeter.measure(evidence(LOAD), 8083, Knowledge.NONE)) {
			assertThat(process.command())
				.contains("-n", "-Jhost=127.0.0.1", "-Jport=8083", "-Jpath=/compute/5", "-Jusers=13", "-Jramp=2",
						"-Jduration=15", "-Jtimeout=10000", "-Jlabel=flux", "-Xmx275m")
				.noneMatch((word) -> word.startsWith("-Jthink"));
			assertThat(process.command()).containsSequence("-l", this.root.resolve("load.jtl").toString())
				.containsSequence("-j", this.root.resolve("jmeter.log").toString())
				.containsSequence("-t", this.root.resolve("jmeter/closed-loop.jmx").toString());
			assertThat(process.exit().join()).isEqualTo(1);
			assertThat(process.lastLogLines(1)).containsExactly("Error in NonGUIDriver");
		}
	}

	@Test
	void measureWhenMoreThan4000UsersWaitShouldCollectTheirHeapInParts() {
		try (ChildProcess few = this.jmeter.measure(evidence(Runs.load(4000, 0, 4)), 8083, Knowledge.NONE);
				ChildProcess many = this.jmeter.measure(evidence(Runs.load(4001, 0, 4)), 8083, Knowledge.NONE)) {
			assertThat(few.command()).contains("-XX:+UseSerialGC").doesNotContain("-XX:+UseG1GC");
			assertThat(many.command()).contains("-XX:+UseG1GC").doesNotContain("-XX:+UseSerialGC");
		}
	}

	@Test
	void measureWhenUsersThinkShouldSayItInMilliseconds() {
		Load load = new Load(LOAD.request(), 13, null, LOAD.ramp(), LOAD.warmUp(), LOAD.measure(), LOAD.timeout(),
				Duration.ofMillis(1500));
		try (ChildProcess process = this.jmeter.measure(evidence(load), 8083, Knowledge.NONE)) {
			assertThat(process.command()).contains("-Jthink=1500");
		}
	}

	@Test
	void measureWhenArrivalsAreOpenShouldSayRateSeedAndEnoughUsers() throws Exception {
		Load open = new Load(Request.get("/"), 500, 100, Duration.ofSeconds(2), Load.WarmUp.of(Duration.ZERO),
				Duration.ofSeconds(15), Duration.ofSeconds(4));
		try (ChildProcess process = this.jmeter.measure(evidence(open), 8083, Knowledge.NONE)) {
			// 1.25 x 100 a second x 4 s, and 10.
			assertThat(process.command()).contains("-Jrate=100", "-Jseed=43", "-Jusers=510", "-Jconnect-timeout=4000",
					"-Jsample_variables=problem,TESTSTART.MS");
		}
	}

	@Test
	void measureWhenTheRequestIsMoreThanAPathShouldSayItInAPlanOfItsOwn() throws Exception {
		Files.copy(Path.of("../jmeter/closed-loop.jmx"), this.root.resolve("jmeter/closed-loop.jmx"),
				StandardCopyOption.REPLACE_EXISTING);
		Request request = new Request(Paths.of("/a"), Request.Method.DELETE, Map.of(), null, null);
		Load load = new Load(request, 13, null, Duration.ofSeconds(2), Load.WarmUp.of(Duration.ofSeconds(8)),
				Duration.ofSeconds(15), Duration.ofSeconds(10));
		try (ChildProcess process = this.jmeter.measure(evidence(load), 8083, Knowledge.NONE)) {
			assertThat(process.command()).containsSequence("-t", this.root.resolve("jmeter.jmx").toString())
				.contains("-Jusers=13", "-Jlabel=flux")
				.noneMatch((word) -> word.startsWith("-Jpath"));
		}
		assertThat(this.root.resolve("jmeter.jmx")).content().contains(">DELETE<", ">/a<");
		try (ChildProcess process = this.jmeter.warmUp(evidence(load), load, 8083, Duration.ofSeconds(8), null)) {
			assertThat(process.command()).containsSequence("-t", this.root.resolve("warm-up.jmx").toString());
		}
	}

	@Test
	void warmUpShouldWriteSamplesWhenNobodyElseCounts() throws InterruptedException {
		try (ChildProcess process = this.jmeter.warmUp(evidence(LOAD), LOAD, 8083, Duration.ofSeconds(8), null)) {
			assertThat(process.command()).contains("-Jduration=8").doesNotContain("-l");
		}
		Path file = this.root.resolve("warm-up.jtl");
		try (ChildProcess process = this.jmeter.warmUp(evidence(LOAD), LOAD, 8083, Duration.ofSeconds(8), file)) {
			assertThat(process.command()).containsSequence("-l", file.toString(),
					"-Jjmeter.save.saveservice.autoflush=true");
		}
	}

	@Test
	void requireWhenJMeterIsNotAssembledShouldSaySo() throws IOException {
		Path jar = this.root.resolve("jmeter/target/apache-jmeter/bin/ApacheJMeter.jar");
		Files.delete(jar);
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> this.jmeter.require(Runs.webflux(LOAD, false)))
			.withMessage(jar + " is missing: assemble JMeter first (mvn package)");
	}

	@Test
	void requireWhenPlanIsMissingShouldNameIt() throws IOException {
		Files.delete(this.root.resolve("jmeter/closed-loop.jmx"));
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> this.jmeter.require(Runs.webflux(LOAD, false)))
			.withMessageStartingWith("no plan closed-loop: ");
	}

	@Test
	void heapShouldFollowTheUsersUpToAGibibyte() {
		assertThat(JMeter.heapMiB(LOAD)).isEqualTo(256 + 19);
		assertThat(JMeter.heapMiB(Load.PUBLISHED)).isEqualTo(1006);
		assertThat(JMeter.heapMiB(Runs.load(4000, 0, 4))).isEqualTo(1024);
		assertThat(JMeter.heapMiB(Runs.load(20_000, 0, 4))).isEqualTo(1024 + 3200);
	}

	@Test
	void boundShouldAllowForTheLastAnswersAndJMetersStart() {
		assertThat(JMeter.bound(LOAD, LOAD.measure())).isEqualTo(Duration.ofSeconds(15 + 10 + 60));
	}

	@Test
	void summaryWhenSeveralShouldTakeTheLastThatIsWhole() throws IOException {
		Path output = Files.writeString(this.root.resolve("jmeter.out"),
				"""
						Creating summariser <summary>
						summary =      1 in 00:00:01 =    0.8/s Avg:   744 Min:   744 Max:   744 Err:     0 (0.00%)
						summary +    629 in 00:00:05 =  121.8/s Avg:   777 Min:    16 Max:  2015 Err:     0 (0.00%) Active: 0 Started: 100 Finished: 100
						summary =    630 in 00:00:06 =   97.3/s Avg:   777 Min:    16 Max:  2015 Err:     3 (0.01%)
						Tidying up ...
						""");
		assertThat(JMeter.summary(output)).isEqualTo(97.3);
	}

	@Test
	void summaryWhenThereIsNoneShouldShowWhatJMeterPrinted() throws IOException {
		Path output = Files.writeString(this.root.resolve("jmeter.out"), "summary =      0 in 00:00:00 = ******/s\n");
		assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> JMeter.summary(output))
			.withMessage("JMeter printed no summary: no request was made")
			.satisfies((ex) -> assertThat(ex.failure().log()).hasSize(1));
	}

	private Evidence evidence(Load load) {
		return Runs.in(this.root, Runs.webflux(load, false));
	}

}
