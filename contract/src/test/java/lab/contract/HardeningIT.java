package lab.contract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.HostConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.testcontainers.DockerClientFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The running containers have no more rights than needed, according to the engine and to
 * the kernel.
 */
@NeedsImages
class HardeningIT {

	private static final Pattern STATUS = Pattern.compile("(?m)^(Uid|CapPrm|CapEff|CapBnd|NoNewPrivs):\\s+(\\S+)");

	static final String NONE = "0".repeat(16);

	static final List<String> SERVICES = Composition.SERVICES;

	private static final Composition LAB = Composition.LAB;

	@TempDir
	private Path results;

	@ParameterizedTest
	@FieldSource("SERVICES")
	void serviceShouldRunAsNobodyWithoutCapabilities(String service) throws Exception {
		assertThat(status(LAB.container(service).getContainerId())).containsExactly("Uid 10001", "CapPrm " + NONE,
				"CapEff " + NONE, "CapBnd " + NONE, "NoNewPrivs 1");
	}

	@ParameterizedTest
	@FieldSource("SERVICES")
	void serviceShouldNotWriteToItsRootFileSystem(String service) throws Exception {
		assertThat(LAB.container(service).getContainerInfo().getHostConfig().getReadonlyRootfs()).isTrue();
		assertThat(LAB.container(service).execInContainer("touch", "/app/x").getStderr())
			.contains("Read-only file system");
	}

	@ParameterizedTest
	@FieldSource("SERVICES")
	void serviceShouldBeReachedFromThisMachineAlone(String service) {
		assertThat(LAB.container(service).getContainerInfo().getNetworkSettings().getPorts().getBindings().values())
			.hasSize(2)
			.allSatisfy((bindings) -> assertThat(bindings).isNotEmpty()
				.allSatisfy((binding) -> assertThat(binding.getHostIp()).isEqualTo("127.0.0.1")));
	}

	/** An app ends by itself; it is not killed while it still answers. */
	@ParameterizedTest
	@FieldSource("SERVICES")
	void serviceWhenStoppedShouldHaveMoreTimeThanItsDrainTakes(String service) throws IOException {
		Process inspect = new ProcessBuilder("docker", "inspect", "--format", "{{.Config.StopTimeout}}",
				LAB.container(service).getContainerId())
			.start();
		assertThat(inspect.inputReader().lines()).containsExactly("30");
	}

	@Test
	void servicesShouldHaveEqualLimits() {
		List<HostConfig> hosts = SERVICES.stream()
			.map((service) -> LAB.container(service).getContainerInfo())
			.map(InspectContainerResponse::getHostConfig)
			.toList();
		assertThat(hosts).extracting(HostConfig::getMemory).containsOnly(1L << 30);
		assertThat(hosts).extracting(HostConfig::getNanoCPUs).containsOnly(2_000_000_000L);
		assertThat(hosts).extracting(HostConfig::getPidsLimit).containsOnly(2048L);
	}

	/** The rule also covers containers that these tests do not start. */
	@Test
	void containersOfAllProfilesShouldHaveNoMoreThanTheyNeed() {
		JsonNode services = configuration();
		assertThat(services.propertyNames()).contains("postgres", "prometheus", "grafana", "jmeter-worker", "bench");
		assertThat(services.valueStream()).allSatisfy((service) -> {
			assertThat(service.required("cap_drop")).extracting(JsonNode::asString).containsExactly("ALL");
			assertThat(service.required("security_opt")).extracting(JsonNode::asString)
				.containsExactly("no-new-privileges:true");
			assertThat(service.path("pids_limit").asInt(0)
					+ service.path("deploy").path("resources").path("limits").path("pids").asInt(0))
				.isPositive();
			assertThat(service.path("ports")).extracting((port) -> port.path("host_ip").asString(""))
				.allMatch("127.0.0.1"::equals);
		});
	}

	@Test
	void benchShouldWriteOnlyResultsAndWhatAParticipantWrites() {
		assertThat(configuration().required("bench").required("volumes").valueStream())
			.filteredOn((volume) -> !volume.path("read_only").asBoolean())
			.extracting((volume) -> volume.required("target").asString())
			.containsExactlyInAnyOrder("/results", "/lab/workshop/my");
	}

	private static JsonNode configuration() {
		String config = String.join("\n",
				LAB.succeed(Map.of(), "--profile", "*", "config", "--format", "json").output());
		return JsonMapper.shared().readTree(config).required("services");
	}

	/** If the folder for temporary files forbids execution, Netty uses its fallback. */
	@Test
	void webfluxShouldUseTheSameTransportAsOutsideAContainer() throws Exception {
		assertThat(LAB.container("webflux").execInContainer("cat", "/proc/1/maps").getStdout())
			.contains("netty_transport_native_epoll");
	}

	/** Only this container starts as root, to give the folder of results to its user. */
	@Test
	void jmeterWhileItRunsShouldHaveNoCapabilityAndBeTheFoldersOwner() throws Exception {
		ComposeIT.lend(this.results);
		var run = CompletableFuture.supplyAsync(() -> LAB.succeed(
				Map.of("RESULTS", this.results.toString(), "USERS", "5", "DURATION", "5", "WARM_UP", "0"), "run",
				"--rm", "-T", "jmeter"));
		String container = await().until(HardeningIT::jmeter, (id) -> !id.isEmpty());
		await().until(() -> processes(container).contains("ApacheJMeter.jar"));
		assertThat(status(container)).containsExactly("Uid " + ComposeIT.owner(this.results), "CapPrm " + NONE,
				"CapEff " + NONE, "CapBnd " + NONE, "NoNewPrivs 1");
		assertThat(docker().inspectContainerCmd(container).exec().getHostConfig()).satisfies((host) -> {
			assertThat(host.getReadonlyRootfs()).isTrue();
			assertThat(host.getPortBindings().getBindings()).isEmpty();
		});
		run.join();
	}

	/**
	 * Returns the kernel's status of all processes of a container, except the one that
	 * reads it.
	 */
	static List<String> status(String container) throws Exception {
		return STATUS.matcher(exec(container, "for p in /proc/[0-9]*; do [ $p = /proc/$$ ] || cat $p/status; done"))
			.results()
			.map((MatchResult match) -> match.group(1) + " " + match.group(2))
			.distinct()
			.toList();
	}

	private static String processes(String container) throws Exception {
		return exec(container, "cat /proc/[0-9]*/cmdline | tr '\\0' ' '");
	}

	private static String exec(String container, String script) throws IOException {
		Process process = new ProcessBuilder("docker", "exec", "--user", "10001", container, "sh", "-c",
				script + " 2> /dev/null")
			.start();
		return String.join("\n", process.inputReader().lines().toList());
	}

	private static String jmeter() {
		return LAB.containers("jmeter").stream().map(Container::getId).findFirst().orElse("");
	}

	private static DockerClient docker() {
		return DockerClientFactory.instance().client();
	}

}
