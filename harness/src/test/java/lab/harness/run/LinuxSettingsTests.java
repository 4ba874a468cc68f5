package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class LinuxSettingsTests {

	@TempDir
	private Path root;

	@Test
	void settingsWhenNothingIsThereShouldBeEmpty() {
		assertThat(settings()).isEmpty();
	}

	@Test
	void settingsShouldBeTheTextOfTheirFiles() throws IOException {
		file("proc/sys/kernel/osrelease", "6.1.0-13-amd64\n");
		file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
		file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
		file("proc/sys/net/core/somaxconn", "4096\n");
		file("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n");
		file("proc/sys/net/ipv4/tcp_max_syn_backlog", "512\n");
		file("proc/self/limits",
				"Limit  Soft Limit  Hard Limit  Units\nMax open files            1024  524288  files\n");
		assertThat(settings()).isEqualTo(Map.of("kernel", "6.1.0-13-amd64", "governor", "powersave",
				"transparentHugePages", "always [madvise] never", "somaxconn", "4096", "portRange", "32768 60999",
				"synBacklog", "512", "openFilesSoft", "1024", "openFilesHard", "524288"));
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void settingsWhenOnLinuxShouldReadWholeFilesOfTheKernel() {
		Map<String, String> settings = new LinuxSettings(Path.of("/")).read();
		assertThat(settings.get("portRange")).matches("\\d+\\s+\\d+");
		assertThat(settings).containsEntry("kernel", System.getProperty("os.version"));
		assertThat(settings.get("openFilesSoft")).isNotEmpty();
	}

	@Test
	void limitsShouldBeThoseOfItsGroup() throws IOException {
		file("proc/self/cgroup", "0::/user/me\n");
		file("sys/fs/cgroup/user/me/cpu.max", "150000 100000\n");
		file("sys/fs/cgroup/user/me/memory.max", "max\n");
		assertThat(settings()).isEqualTo(Map.of("cpu.max", "150000 100000", "memory.max", "max"));
	}

	@Test
	void limitsWhenOfVersionOneShouldBeThoseOfItsGroup() throws IOException {
		file("proc/self/cgroup", "4:memory:/box\n2:cpu,cpuacct:/box\n");
		file("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "50000\n");
		file("sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n");
		file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
		file("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "1073741824\n");
		assertThat(settings()).isEqualTo(Map.of("cpu.cfs_quota_us", "50000", "cpu.cfs_period_us", "100000",
				"memory.limit_in_bytes", "1073741824"));
	}

	@Test
	void limitsWhenTheGroupIsMountedAtTheTopShouldBeThoseOfTheMount() throws IOException {
		file("proc/self/cgroup", "2:cpu,cpuacct:/docker/8054\n");
		file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n");
		assertThat(settings()).isEqualTo(Map.of("cpu.cfs_quota_us", "50000"));
	}

	private Map<String, String> settings() {
		return new LinuxSettings(this.root).read();
	}

	private void file(String name, String text) throws IOException {
		Path file = this.root.resolve(name);
		Files.createDirectories(file.resolveSibling(""));
		Files.writeString(file, text);
	}

}
