package lab.harness.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import lab.harness.target.Installation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SettingsReaderTests {

	@TempDir
	private Path root;

	@Test
	void readWhenNothingIsThereShouldKnowNothing() {
		assertThat(settings())
			.isEqualTo(new MachineSettings(null, null, null, null, null, null, null, null, null, null, null, null));
	}

	@Test
	void readShouldFindWhatLinuxTells() throws IOException {
		file("proc/sys/kernel/osrelease", "6.1.0-13-amd64\n");
		file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
		file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
		file("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n");
		file("proc/sys/net/core/somaxconn", "4096\n");
		file("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n");
		file("proc/sys/net/ipv4/tcp_max_syn_backlog", "512\n");
		file("proc/self/limits",
				"Limit  Soft Limit  Hard Limit  Units\nMax open files            1024  524288  files\n");
		assertThat(settings()).isEqualTo(new MachineSettings(null, "6.1.0-13-amd64", null, null,
				"performance, powersave", "madvise", null, "4096", "32768 60999", "512", "1024", "524288"));
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void readWhenOnLinuxShouldReadWholeFilesOfTheKernel() {
		MachineSettings settings = new SettingsReader(Path.of("/")).read(null, null);
		assertThat(settings.portRange()).matches("\\d+\\s+\\d+");
		assertThat(settings.kernel()).isEqualTo(System.getProperty("os.version"));
		assertThat(settings.openFilesSoft()).isNotEmpty();
	}

	@Test
	void limitsWhenAGroupAboveIsTighterShouldBeItsOwn() throws IOException {
		file("proc/self/cgroup", "0::/user/me\n");
		file("sys/fs/cgroup/user/cpu.max", "150000 100000\n");
		file("sys/fs/cgroup/user/me/cpu.max", "max 100000\n");
		file("sys/fs/cgroup/user/memory.max", "max\n");
		file("sys/fs/cgroup/user/me/memory.max", "2147483648\n");
		assertThat(settings().cpuLimit()).isEqualTo("150000 100000");
		assertThat(settings().memoryLimit()).isEqualTo("2147483648");
	}

	@Test
	void limitsWhenOfVersionOneShouldBeSaidInTheSameWay() throws IOException {
		file("proc/self/cgroup", "4:memory:/box\n2:cpu,cpuacct:/box\n");
		file("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "-1\n");
		file("sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n");
		file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
		file("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "1073741824\n");
		assertThat(settings().cpuLimit()).isEqualTo("max");
		assertThat(settings().memoryLimit()).isEqualTo("1073741824");
		file("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "50000\n");
		assertThat(settings().cpuLimit()).isEqualTo("50000 100000");
	}

	@Test
	void versionsShouldComeFromTheNamesOfJars() {
		assertThat(SoftwareReader.versions(List.of("BOOT-INF/lib/spring-boot-4.1.0.jar",
				"BOOT-INF/lib/spring-boot-actuator-4.2.0.jar", "BOOT-INF/lib/netty-transport-4.2.15.Final.jar",
				"BOOT-INF/lib/netty-transport-native-epoll-4.2.14.Final-linux-x86_64.jar",
				"ApacheJMeter_core-5.6.3.jar", "unknown.jar")))
			.isEqualTo(Map.of("Spring Boot", "4.1.0", "Netty", "4.2.15.Final", "JMeter", "5.6.3"));
	}

	@Test
	void softwareWhenNothingIsBuiltOrManyFilesAreChangedShouldStayBounded() {
		List<String> changes = IntStream.range(0, 25).mapToObj((i) -> " M file" + i).toList();
		Software software = SoftwareReader.read(List.of(new Installation("webflux", "25.0.3", "not known", List.of()),
				new Installation("jmeter", "25.0.3", "not known", List.of())), changes);
		assertThat(software.libraries()).isEqualTo(Map.of("webflux", Map.of(), "jmeter", Map.of()));
		assertThat(software.jdks()).isEqualTo(Map.of("25.0.3", "not known"));
		assertThat(software.dirtyFiles()).hasSize(20).startsWith("file0");
		assertThat(software.dirtyFilesLeftOut()).isEqualTo(5);
	}

	private MachineSettings settings() {
		return new SettingsReader(this.root).read(null, null);
	}

	private void file(String name, String text) throws IOException {
		Path file = this.root.resolve(name);
		Files.createDirectories(file.resolveSibling(""));
		Files.writeString(file, text);
	}

}
