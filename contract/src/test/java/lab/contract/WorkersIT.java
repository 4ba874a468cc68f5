package lab.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.HostConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.testcontainers.DockerClientFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Runs the comparison with two remote workers of JMeter: each has its share of the users,
 * one file contains all samples, and the death of a worker is noticed.
 */
@NeedsImages
class WorkersIT {

	/** An odd number gives the workers different shares. */
	private static final int USERS = 21;

	private static final String WORKER = "jmeter-worker";

	private static final Map<String, String> TRUST = Map.of("TRUSTED_NETWORK", "yes");

	private static final Composition LAB = Composition.LAB;

	@TempDir
	private Path results;

	@BeforeEach
	void start() throws IOException {
		ComposeIT.lend(this.results);
		LAB.succeed(TRUST, "--profile", "distributed", "up", "-d", "--wait", "--scale", WORKER + "=2", WORKER);
	}

	@AfterAll
	static void stop() {
		LAB.succeed(Map.of(), "--profile", "distributed", "rm", "--stop", "--force", WORKER);
	}

	@Test
	void comparisonShouldSplitTheUsersAndMergeTheSamples() throws IOException {
		Composition.Ended ended = compare(Map.of("WARM_UP", "5"));
		assertThat(ended.code()).as("%s", ended).isZero();
		List<String> workers = workers().stream().map(WorkersIT::address).sorted().toList();
		Map<String, Samples> samples = Samples.of(jtl());
		assertThat(samples).containsOnlyKeys(Composition.APPS);
		samples.forEach((app, requests) -> {
			assertThat(ended.output()).as("a row for %s", app)
				.anyMatch((line) -> line.matches(app + " +\\d+\\.\\d .* 0 +\\d+\\.\\d *"));
			assertThat(requests.usersByWorker()).as("users of each worker for %s", app).containsOnlyKeys(workers);
			assertThat(requests.usersByWorker().values()).containsExactlyInAnyOrder(10, 11);
		});
	}

	@Test
	void comparisonWhenAWorkerIsKilledShouldNameItAndKeepWhatTheOtherMeasured() throws IOException {
		var run = CompletableFuture.supplyAsync(() -> compare(Map.of("WARM_UP", "0")));
		List<Container> workers = workers();
		String killed = address(workers.getFirst());
		String other = address(workers.getLast());
		await().atMost(Duration.ofMinutes(1)).until(() -> hasSamplesOf(killed) && hasSamplesOf(other));
		DockerClientFactory.instance().client().killContainerCmd(workers.getFirst().getId()).exec();
		Composition.Ended ended = run.join();
		assertThat(ended.code()).as("%s", ended).isEqualTo(1);
		assertThat(ended.errors())
			.anyMatch((line) -> line.startsWith("jmeter: worker " + killed + " does not answer any more"));
		assertThat(ended.errors()).last()
			.asString()
			.startsWith("jmeter: the run is not valid, since it lost " + killed + ";");
		Samples last = Objects.requireNonNull(Samples.of(jtl()).get(App.WEBFLUX.toString()));
		assertThat(last.usersByWorker()).containsOnlyKeys(other);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			TRUSTED_NETWORK | no | whoever reaches a worker's port can run anything there; say TRUSTED_NETWORK=yes
			USERS   | 1            | users is 1, and 2 workers are to share it: at least 1 for each, or fewer workers
			WORKERS | slow-backend | no answer from
			WORKERS | nobody       | no machine has the name 'nobody' of WORKERS; start the workers first
			""")
	void comparisonWhenWorkersCannotBeginShouldReportWhy(String name, String value, String message) {
		Composition.Ended ended = compare(Map.of(name, value));
		assertThat(ended.code()).isEqualTo(2);
		assertThat(ended.errors()).last().asString().startsWith("jmeter: " + message);
	}

	@Test
	void workerShouldRunAsNobodyWithoutCapabilitiesOrPorts() throws Exception {
		Container worker = workers().getFirst();
		assertThat(HardeningIT.status(worker.getId())).containsExactly("Uid 10001", "CapPrm " + HardeningIT.NONE,
				"CapEff " + HardeningIT.NONE, "CapBnd " + HardeningIT.NONE, "NoNewPrivs 1");
		HostConfig host = DockerClientFactory.instance()
			.client()
			.inspectContainerCmd(worker.getId())
			.exec()
			.getHostConfig();
		assertThat(host.getReadonlyRootfs()).isTrue();
		assertThat(host.getPortBindings().getBindings()).isEmpty();
	}

	private Composition.Ended compare(Map<String, String> more) {
		Map<String, String> settings = new HashMap<>(Map.of("RESULTS", this.results.toString(), "USERS", "" + USERS,
				"DURATION", "8", "WARM_UP", "0", "WORKERS", WORKER));
		settings.putAll(TRUST);
		settings.putAll(more);
		return LAB.run(settings, "run", "--rm", "-T", "--no-deps", "jmeter");
	}

	private boolean hasSamplesOf(String worker) throws IOException {
		try (Stream<Path> all = Files.walk(this.results)) {
			List<Path> jtl = all.filter((file) -> file.endsWith("comparison.jtl")).toList();
			return !jtl.isEmpty() && Files.readString(jtl.getFirst()).contains("," + worker + "-");
		}
	}

	private Path jtl() throws IOException {
		try (Stream<Path> all = Files.walk(this.results)) {
			return all.filter((file) -> file.endsWith("comparison.jtl")).findFirst().orElseThrow();
		}
	}

	private static List<Container> workers() {
		return LAB.containers(WORKER);
	}

	/** Returns the address that JMeter uses. */
	private static String address(Container worker) {
		return Objects.requireNonNull(worker.getNetworkSettings())
			.getNetworks()
			.values()
			.stream()
			.map(ContainerNetwork::getIpAddress)
			.findFirst()
			.orElseThrow() + ":1099";
	}

}
