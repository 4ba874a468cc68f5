package lab.harness.command;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.Claim;
import lab.harness.model.result.ClaimKind;
import lab.harness.model.result.Failure;
import lab.harness.model.result.Outcome;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Real runs, each with one fault planted from outside, that the check meant for it must
 * catch. Nothing in the product knows of them. Run with
 * {@code mvn -Pruns -pl harness -am verify -Dit.test=PlantedFaultsIT}.
 */
class PlantedFaultsIT {

	@TempDir
	private Path results;

	private PlantedRun planted;

	private final List<Thread> saboteurs = new ArrayList<>();

	private final List<Process> processes = new ArrayList<>();

	@BeforeEach
	void make() {
		this.planted = new PlantedRun(this.results);
	}

	@AfterEach
	void stop() throws InterruptedException {
		this.saboteurs.forEach(Thread::interrupt);
		this.processes.forEach(Process::destroyForcibly);
		for (Thread saboteur : this.saboteurs) {
			saboteur.join();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "healthy", "stands-it" })
	void runWhenTheAppCopesShouldPassEveryCheck(String experiment) throws IOException {
		this.planted.runUndisturbed(experiment);
		assertThat(this.planted.failed()).isEmpty();
	}

	@Test
	void runWhenConnectionPoolIsSmallShouldFailAtCeiling() throws IOException {
		assertThat(this.planted.runUndisturbed("small-pool")).isEqualTo(1);
		assertThat(this.planted.failed()).containsOnly("at-ceiling");
	}

	@ParameterizedTest
	@CsvSource({ "wrong-thread-kind, thread-kind", "breaker-stays-open, recovers", "drops-at-end, none-lost" })
	void runWhenTheAppMisbehavesShouldFailThatCheckAlone(String experiment, String check) throws IOException {
		assertThat(this.planted.runUndisturbed(experiment)).isEqualTo(1);
		assertThat(this.planted.failed()).containsOnly(check);
	}

	@ParameterizedTest
	@CsvSource({ "answers-503, no-errors", "still-warming-up, steady" })
	void runWhenThroughputMisleadsShouldFailThatCheck(String experiment, String check) throws IOException {
		assertThat(this.planted.run(experiment)).isEqualTo(1);
		assertThat(this.planted.failed()).contains(check);
	}

	@Test
	void runWhenGeneratorIsStarvedOfCpuShouldWithholdLatencyAndNotBlameTheService() throws IOException {
		for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
			this.processes.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
		}
		this.planted.run("healthy");
		assertThat(this.planted.failed()).contains("machine-idle");
		assertThat(this.planted.withheld("machine-idle")).containsExactly(ClaimKind.DIFFERENCE);
		assertThat(this.planted.result().claims()).noneMatch(Claim.Processors.class::isInstance);
	}

	@Test
	void runWhenBackendGivesMoreThanItDrewShouldWithholdWhatNeedsATimelyBackend() throws IOException {
		sabotage(this::freezeBackend);
		this.planted.run("healthy");
		assertThat(this.planted.withheld("backend-delay-given")).containsExactly(ClaimKind.DIFFERENCE);
		assertThat(this.planted.result().claims()).hasAtLeastOneElementOfType(Claim.Reached.class);
	}

	@Test
	void runWhenTheCompilersStillWorkShouldWithholdCpuTime() throws IOException {
		assertThat(this.planted.runUndisturbed("cold")).isZero();
		assertThat(this.planted.result().runs().getFirst().figures()).hasEntrySatisfying(Metric.WARM,
				(compiling) -> assertThat(compiling).isGreaterThan(Outcome.MOST_AT_WORK));
		assertThat(this.planted.result().effects().getFirst().why())
			.isEqualTo("no round passed 'warm', which it needs");
	}

	@Test
	void runWhenAStrangerSendsRequestsShouldFailTheLedger() throws IOException {
		sabotage(() -> sendAsStranger("/sleep/0"));
		assertThat(this.planted.run("healthy")).isEqualTo(1);
		assertThat(this.planted.failed()).contains("ledger-sent");
	}

	@Test
	void runWhenTheAppLivesAndDoesNotAnswerShouldFailNoZombie() throws Exception {
		CompletableFuture<Integer> run = start("may-exit");
		await().atMost(60, TimeUnit.SECONDS).until(this::samples, (samples) -> samples > 900);
		signal("STOP", webflux());
		assertThat(run.join()).isEqualTo(1);
		assertThat(this.planted.failed()).contains("no-zombie");
	}

	@Test
	void runWhenTheServerKeepsFewConnectionsShouldServeWhatTheyAllow() throws IOException {
		assertThat(this.planted.runUndisturbed("few-connections")).isEqualTo(1);
		// The law holds for cold code too.
		assertThat(this.planted.failed()).isSubsetOf("warm");
		assertThat(this.planted.result().runs().getFirst().details().behaviour().limitedBy())
			.isEqualTo(Behaviour.Limit.SERVER_CONNECTIONS);
		assertThat(this.planted.result().runs().getFirst().figures()).hasEntrySatisfying(Metric.THROUGHPUT,
				(throughput) -> assertThat(throughput).isCloseTo(500, Percentage.withPercentage(1)));
	}

	@Test
	void runWhenAStrangerReadsEventsShouldFailTheirCount() throws IOException {
		sabotage(() -> sendAsStranger("/events?count=5&every=10"));
		assertThat(this.planted.run("events")).isEqualTo(1);
		assertThat(this.planted.failed()).contains("events");
	}

	/** Needs control groups of version 1, and root. */
	@Test
	@EnabledIf("canLimit")
	void runWhenTheQuotaIsLiftedShouldFailIt() throws Exception {
		CompletableFuture<Integer> run = start("quota");
		Path quota = await().atMost(30, TimeUnit.SECONDS).until(PlantedFaultsIT::quota, Objects::nonNull);
		Files.writeString(quota, "-1");
		assertThat(run.join()).isEqualTo(1);
		assertThat(this.planted.failed()).contains("quota");
	}

	static boolean canLimit() {
		return Files.isWritable(Path.of("/sys/fs/cgroup/cpu/cpu.shares"));
	}

	/** The quota of the group of the app, null if the app is in none. */
	private static @Nullable Path quota() throws IOException {
		Optional<ProcessHandle> app = process("webflux.jar");
		return app.isEmpty() ? null : Files.readAllLines(Path.of("/proc/" + app.get().pid() + "/cgroup"))
			.stream()
			.filter((line) -> line.contains(":cpu") && line.contains("/bench-"))
			.map((line) -> Path.of("/sys/fs/cgroup/cpu", line.substring(line.lastIndexOf(':') + 1), "cpu.cfs_quota_us"))
			.findFirst()
			.orElse(null);
	}

	@Test
	void runWhenTheAppGetsASecondProcessorShouldFail() throws Exception {
		int processors = Runtime.getRuntime().availableProcessors();
		CompletableFuture<Integer> run = start("one-processor");
		await().atMost(60, TimeUnit.SECONDS).until(this::samples, (samples) -> samples > 200);
		giveProcessors(processors, webflux());
		assertThat(run.join()).isEqualTo(1);
		// The harness has moved to the processor of the generator, and runs in this JVM.
		giveProcessors(processors, ProcessHandle.current());
		assertThat(this.planted.result().runs().getFirst().details().failure()).isNotNull()
			.extracting(Failure::reason)
			.asString()
			.matches("webflux was given the processors [0-9,]+, and something gave it [0-9,]+ while it ran");
	}

	private static void giveProcessors(int first, ProcessHandle process) throws IOException, InterruptedException {
		new ProcessBuilder("taskset", "--all-tasks", "--cpu-list", "--pid", "0-" + (first - 1),
				String.valueOf(process.pid()))
			.start()
			.waitFor();
	}

	private static ProcessHandle webflux() {
		return process("webflux.jar").orElseThrow();
	}

	private long samples() throws IOException {
		try (Stream<Path> files = Files.walk(this.results)) {
			Path samples = files.filter((file) -> file.endsWith("load.jtl")).findFirst().orElse(null);
			return (samples != null) ? Files.readString(samples).lines().count() : 0;
		}
	}

	/** Not in the common pool, whose only thread a probe may need. */
	private CompletableFuture<Integer> start(String experiment) {
		return CompletableFuture.supplyAsync(() -> this.planted.run(experiment),
				(run) -> Thread.ofPlatform().start(run));
	}

	private void sabotage(Sabotage sabotage) {
		Thread thread = new Thread(() -> {
			try {
				sabotage.run();
			}
			catch (IOException | InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		this.saboteurs.add(thread);
		thread.start();
	}

	/**
	 * Stops the backend for 60 ms out of every 120, as long pauses of its JVM would. An
	 * answer then waits 60² / 2 / 120 = 15 ms longer on average; the check allows 5.
	 */
	private void freezeBackend() throws IOException, InterruptedException {
		while (!Thread.interrupted()) {
			Optional<ProcessHandle> backend = process("slow-backend.jar");
			if (backend.isPresent()) {
				signal("STOP", backend.get());
				TimeUnit.MILLISECONDS.sleep(60);
				signal("CONT", backend.get());
			}
			TimeUnit.MILLISECONDS.sleep(60);
		}
	}

	private static void signal(String name, ProcessHandle process) throws IOException, InterruptedException {
		new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
	}

	private static Optional<ProcessHandle> process(String jar) {
		return ProcessHandle.current()
			.descendants()
			.filter((process) -> process.info().commandLine().orElse("").contains(jar))
			.findFirst();
	}

	/** Ten requests a second that the generator knows nothing of. */
	private void sendAsStranger(String path) throws InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:8083" + path)).build();
		try (HttpClient client = HttpClient.newHttpClient()) {
			while (!Thread.interrupted()) {
				TimeUnit.MILLISECONDS.sleep(100);
				try {
					client.send(request, HttpResponse.BodyHandlers.discarding());
				}
				catch (IOException ex) {
					// The app is not up yet, or not any more.
				}
			}
		}
	}

	@FunctionalInterface
	interface Sabotage {

		void run() throws IOException, InterruptedException;

	}

}
