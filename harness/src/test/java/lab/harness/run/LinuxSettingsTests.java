package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
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
	void settingsWhenNothingIsThereShouldKnowNothing() {
		assertThat(settings()).isEmpty();
	}

	@Test
	void settingsShouldBeWhatLinuxTells() throws IOException {
		file("proc/sys/kernel/osrelease", "6.1.0-13-amd64\n");
		file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
		file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
		file("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n");
		file("proc/sys/net/core/somaxconn", "4096\n");
		file("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n");
		file("proc/sys/net/ipv4/tcp_max_syn_backlog", "512\n");
		file("proc/self/limits",
				"Limit  Soft Limit  Hard Limit  Units\nMax open files            1024  524288  files\n");
		assertThat(settings()).isEqualTo(Map.of("kernel", "6.1.0-13-amd64", "governor", "performance, powersave",
				"transparentHugePages", "madvise", "somaxconn", "4096", "portRange", "32768 60999", "synBacklog", "512",
				"openFilesSoft", "1024", "openFilesHard", "524288"));
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void settingsWhenOnLinuxShouldReadWholeFilesOfTheKernel() {
		LinuxSettings settings = new LinuxSettings(Path.of("/"));
		assertThat(settings.ofProcesses().get("portRange")).matches("\\d+\\s+\\d+");
		assertThat(settings.ofKernel()).containsEntry("kernel", System.getProperty("os.version"));
		assertThat(settings.ofProcesses().get("openFilesSoft")).isNotEmpty();
	}

	@Test
	void limitsWhenAGroupAboveIsTighterShouldBeItsOwn() throws IOException {
		file("proc/self/cgroup", "0::/user/me\n");
		file("sys/fs/cgroup/user/cpu.max", "150000 100000\n");
		file("sys/fs/cgroup/user/me/cpu.max", "max 100000\n");
		file("sys/fs/cgroup/user/memory.max", "max\n");
		file("sys/fs/cgroup/user/me/memory.max", "2147483648\n");
		assertThat(settings()).containsEntry("cpuLimit", "150000 100000").containsEntry("memoryLimit", "2147483648");
	}

	@Test
	void limitsWhenOfVersionOneShouldBeSaidInTheSameWay() throws IOException {
		file("proc/self/cgroup", "4:memory:/box\n2:cpu,cpuacct:/box\n");
		file("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "50000\n");
		file("sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n");
		file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
		file("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "1073741824\n");
		assertThat(settings()).containsEntry("cpuLimit", "50000 100000").containsEntry("memoryLimit", "1073741824");
	}

	@Test
	void limitsWhenThereIsNoneShouldSaySo() throws IOException {
		file("proc/self/cgroup", "4:memory:/box\n2:cpu,cpuacct:/box\n");
		file("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "-1\n");
		file("sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n");
		file("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "9223372036854771712\n");
		file("proc/self/limits", "Max open files            9223372036854775807  unlimited  files\n");
		assertThat(settings()).isEqualTo(Map.of("cpuLimit", "no limit", "memoryLimit", "no limit", "openFilesSoft",
				"no limit", "openFilesHard", "no limit"));
	}

	private Map<String, String> settings() {
		Map<String, String> all = new HashMap<>(new LinuxSettings(this.root).ofKernel());
		all.putAll(new LinuxSettings(this.root).ofProcesses());
		return all;
	}

	private void file(String name, String text) throws IOException {
		Path file = this.root.resolve(name);
		Files.createDirectories(file.resolveSibling(""));
		Files.writeString(file, text);
	}

}
