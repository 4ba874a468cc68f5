package lab.harness.run.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ControlGroupTests {

	private static final Path FIRST = Path.of("/sys/fs/cgroup/cpu");

	@TempDir
	private Path system = Path.of("");

	@Test
	void statisticsWhenAQuotaOfTheFirstVersionIsSetShouldBeThoseOfTheGroup() throws IOException {
		write("proc/7/cgroup", "9:name=systemd:/\n3:cpu,cpuacct:/bench\n0::/\n");
		write("sys/fs/cgroup/cpu,cpuacct/bench/cpu.cfs_quota_us", "50000\n");
		write("sys/fs/cgroup/cpu,cpuacct/bench/cpu.stat", "nr_periods 12\nnr_throttled 3\nthrottled_time 41500000\n");
		Path file = statistics();
		assertThat(file).isEqualTo(this.system.resolve("sys/fs/cgroup/cpu,cpuacct/bench/cpu.stat"));
		assertThat(ControlGroup.throttledMillis(file)).isEqualTo(41);
	}

	@Test
	void statisticsWhenAQuotaOfTheSecondVersionIsSetShouldBeThoseOfTheGroup() throws IOException {
		write("proc/7/cgroup", "0::/user.slice/run.scope\n");
		write("sys/fs/cgroup/user.slice/run.scope/cpu.max", "50000 100000\n");
		write("sys/fs/cgroup/user.slice/run.scope/cpu.stat", "usage_usec 9\nthrottled_usec 41500\n");
		assertThat(ControlGroup.throttledMillis(statistics())).isEqualTo(41);
	}

	@Test
	void statisticsWhenThereIsNoQuotaShouldBeNone() throws IOException {
		assertThat(ControlGroup.statistics(7, this.system)).isNull();
		write("proc/7/cgroup", "3:cpu:/\n0::/user.slice\n");
		write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
		write("sys/fs/cgroup/user.slice/cpu.max", "max 100000\n");
		assertThat(ControlGroup.statistics(7, this.system)).isNull();
	}

	/** As in a container, which sees its own group as the root. */
	@Test
	void statisticsWhenTheGroupIsNotBelowTheRootShouldBeThoseOfTheRoot() throws IOException {
		write("proc/7/cgroup", "3:cpu:/docker/of-the-host\n");
		write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100000\n");
		assertThat(ControlGroup.statistics(7, this.system))
			.isEqualTo(this.system.resolve("sys/fs/cgroup/cpu/cpu.stat"));
	}

	@Test
	void startShouldMoveTheProcessIntoAGroupThatGoesWithIt() throws Exception {
		Assumptions.assumeTrue(Files.isWritable(FIRST.resolve("cpu.cfs_quota_us")),
				"needs control groups of version 1, and root");
		Path log = this.system.resolve("log");
		Path group;
		try (ChildProcess process = ControlGroup.start(0.5, List.of("sleep", "60"),
				(command) -> ChildProcess.start("sleep", command, this.system, log))) {
			long pid = process.kernel().pid();
			await().until(() -> ControlGroup.statistics(pid, Path.of("/")) != null);
			group = Objects.requireNonNull(ControlGroup.statistics(pid, Path.of("/"))).resolveSibling("");
			assertThat(group.resolve("cpu.cfs_quota_us")).hasContent("50000");
			assertThat(process.kernel().throttledMillis()).isNotNull();
			assertThat(ProcessHandle.of(pid).orElseThrow().info().command().orElseThrow()).endsWith("sleep");
		}
		await().atMost(Duration.ofSeconds(10)).until(() -> !Files.exists(group));
	}

	private Path statistics() {
		return Objects.requireNonNull(ControlGroup.statistics(7, this.system));
	}

	private void write(String file, String text) throws IOException {
		Path path = this.system.resolve(file);
		Files.createDirectories(path.getParent());
		Files.writeString(path, text);
	}

}
