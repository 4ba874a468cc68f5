package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.PlannedFault;
import lab.harness.model.experiment.Program;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Form;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class AdjustmentsTests {

	private static final Adjustments QUICK = new Adjustments(Form.QUICK, List.of(), null, null);

	@TempDir
	private Path folder;

	@Test
	void applyWhenNothingIsAskedShouldChangeNothing() throws IOException {
		Experiment experiment = closed();
		assertThat(new Adjustments(Form.FULL, List.of(), null, null).apply(experiment)).isEqualTo(experiment);
	}

	@Test
	void applyWhenQuickShouldLowerUsersShortenWindowsAndLeaveTheOptimisingCompilerOut() throws IOException {
		Variant variant = QUICK.apply(closed()).variants().getFirst();
		Service service = variant.service();
		assertThat(service.load().users()).isEqualTo(250);
		assertThat(service.load().warmUp().warmUp()).isEqualTo(Duration.ofSeconds(5));
		assertThat(service.load().measure()).isEqualTo(Duration.ofSeconds(12));
		assertThat(service.isOptimised()).isFalse();
		assertThat(service.jvm()).containsExactly("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss256k");
		assertThat(variant.axis().values()).as("500 and 1000 users are one point then").containsExactly(100.0, 250.0);
	}

	@Test
	void applyWhenQuickShouldKeepTheEndsOfAnAxis() throws IOException {
		String variants = "variants: { pool: { axis: { users: [1, 2, 400] } }, one: { axis: { users: [2] } } }";
		Experiment experiment = read("question: How many?\nprogram: lab.programs.pools.CpuPool\n" + variants);
		assertThat(QUICK.apply(experiment).variants()).extracting((variant) -> variant.axis().values())
			.as("what a program calls users is no load")
			.containsExactly(List.of(1.0, 400.0), List.of(2.0));
		assertThat(new Adjustments(Form.FULL, List.of(), null, null).apply(experiment)).isEqualTo(experiment);
	}

	/** A run of a service takes 32 s: 4 fit into three minutes, and 6 do not. */
	@Test
	void applyWhenBothEndsTakeTooLongShouldKeepTheLastValue() throws IOException {
		String two = "axis: { users: [10, 50, 100] }\nvariants: { a: {}, b: {} }";
		String three = two.replace("b: {}", "b: {}, c: {}");
		String head = "question: How many?\napp: webflux\nload: { path: /, ramp: 2s }\n";
		assertThat(QUICK.apply(read(head + two)).variants()).extracting((variant) -> variant.axis().values())
			.containsOnly(List.of(10.0, 100.0));
		assertThat(QUICK.apply(read(head + three)).variants()).extracting((variant) -> variant.axis().values())
			.containsOnly(List.of(100.0));
	}

	@Test
	void applyWhenQuickShouldAddNoSecondCollector() throws IOException {
		Service service = QUICK.apply(closed()).variants().getLast().service();
		assertThat(service.jvm()).containsExactly("-XX:TieredStopAtLevel=1", "-XX:+UseZGC");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			jar: a.jar                     | 2
			command: [java, A, "${port}"]  | 0
			url: http://127.0.0.1:8080     | 0
			""")
	void applyWhenQuickShouldAddFlagsOnlyToAJar(String service, int flags) throws IOException {
		Experiment experiment = read("question: q\nservice: { " + service + " }\nvariants: { a: {} }\n");
		assertThat(QUICK.apply(experiment).variants().getFirst().service().jvm()).hasSize(flags);
	}

	/** A ramp of 5 s, 1 s until users are at rest, two waits of 4 s, and 10 s. */
	@Test
	void applyWhenQuickShouldLeaveTimeForTheDeclaredWait() throws IOException {
		Experiment experiment = read("""
				question: q
				service: { url: http://127.0.0.1:8080, mean-wait: 4s }
				load: { ramp: 5s, measure: 60s }
				variants: { a: {} }
				""");
		assertThat(QUICK.apply(experiment).variants().getFirst().service().load().measure())
			.isEqualTo(Duration.ofSeconds(24));
	}

	@Test
	void applyWhenQuickShouldScaleFaultsSoThatTheyFit() throws IOException {
		Service service = QUICK.apply(faulty()).variants().getFirst().service();
		// After a ramp of 1 s and settling of 1 s, 5 s without a fault before, between
		// and 10 s after; 30 s become 10 s, and 6 s become the least of 4 s.
		assertThat(service.faults()).extracting(PlannedFault::at)
			.containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(22));
		assertThat(service.faults()).extracting(PlannedFault::lasts)
			.containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(4));
		assertThat(service.load().measure()).isEqualTo(Duration.ofSeconds(36));
		assertThat(service.load().rate()).as("open arrivals keep their rate").isEqualTo(100);
	}

	@Test
	void applyWhenUsersAreGivenShouldReplaceThoseOfTheAxis() throws IOException {
		Variant variant = new Adjustments(Form.QUICK, List.of(), 300, null).apply(closed()).variants().getFirst();
		assertThat(variant.axis().values()).as("--users wins over --quick").containsExactly(300.0);
		assertThat(variant.service().load().users()).isEqualTo(300);
	}

	@Test
	void applyWhenTimeIsGivenShouldReplaceThatOfTheLoad() throws IOException {
		Experiment experiment = new Adjustments(Form.QUICK, List.of("zgc"), null, Duration.ofSeconds(40))
			.apply(closed());
		assertThat(experiment.variants()).singleElement()
			.extracting((variant) -> variant.service().load().measure())
			.isEqualTo(Duration.ofSeconds(40));
	}

	@Test
	void applyWhenTimeIsTooShortForTheFaultsShouldRefuseIt() throws IOException {
		Experiment experiment = faulty();
		refuses(experiment, null, Duration.ofSeconds(30), "would end after");
	}

	@Test
	void applyWhenArrivalsAreOpenShouldRefuseUsers() throws IOException {
		refuses(faulty(), 10, null, "--users: open arrivals have a rate and no users; leave it out");
	}

	@Test
	void applyWhenAProgramIsQuickShouldTellIt() throws IOException {
		Program program = (Program) QUICK.apply(program()).variants().getFirst().subject();
		assertThat(program.arguments()).containsExactly("--tasks", "10", "--quick");
	}

	@Test
	void applyWhenSubjectIsAProgramShouldRefuseUsersAndTime() throws IOException {
		refuses(program(), 10, null, "--users: pool is a program and takes no load; leave it out");
		refuses(program(), null, Duration.ofSeconds(20), "--measure: pool is a program and takes no load");
	}

	private static void refuses(Experiment experiment, @Nullable Integer users, @Nullable Duration measure,
			String message) {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> new Adjustments(Form.FULL, List.of(), users, measure).apply(experiment))
			.withMessageContaining(message);
	}

	private Experiment closed() throws IOException {
		return read("""
				question: Is it quick?
				axis: { users: [100, 500, 1000] }
				variants:
				  small-stacks: { app: tomcat-platform, jvm: [-Xss256k] }
				  zgc: { app: tomcat-platform, jvm: [-XX:+UseZGC] }
				""");
	}

	private Experiment faulty() throws IOException {
		return read("""
				question: Does it recover?
				load: { rate: 100, measure: 120s }
				faults: [{ at: 20s, for: 30s, kind: hang }, { at: 80s, for: 6s, kind: error }]
				variants: { flux: { app: webflux } }
				""");
	}

	private Experiment program() throws IOException {
		return read("""
				question: How many threads?
				program: lab.programs.pools.CpuPool
				arguments: [--tasks, "10"]
				variants: { pool: {} }
				""");
	}

	private Experiment read(String yaml) throws IOException {
		return ExperimentFile.read(Files.writeString(this.folder.resolve("adjusted.yml"), yaml));
	}

}
