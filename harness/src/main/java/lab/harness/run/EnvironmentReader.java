package lab.harness.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import lab.harness.model.result.Environment;
import lab.harness.model.result.Sample.MachineSample;
import lab.harness.model.result.Software;
import lab.harness.run.Launcher.Installation;
import lab.harness.run.process.Git;
import lab.harness.run.process.Kernel;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.software.os.OperatingSystem;

/**
 * Reads the machine from the operating system, the code from git, and the software from
 * what was built, so that no version is written down twice.
 */
final class EnvironmentReader {

	private static final long MIB = 1024 * 1024;

	/** The number of changed files that are named; a checkout may have thousands. */
	private static final int MAX_FILES = 20;

	/**
	 * Settings of Linux that could change a result, and their files. The control group of
	 * a container is mounted at the top (cgroups(7), version 2 and 1).
	 */
	private static final List<Map.Entry<String, String>> LINUX_SETTINGS = List.of(
			Map.entry("governor", "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
			Map.entry("transparentHugePages", "sys/kernel/mm/transparent_hugepage/enabled"),
			Map.entry("cpu.max", "sys/fs/cgroup/cpu.max"),
			Map.entry("cpu.cfs_quota_us", "sys/fs/cgroup/cpu/cpu.cfs_quota_us"),
			Map.entry("memory.max", "sys/fs/cgroup/memory.max"),
			Map.entry("memory.limit_in_bytes", "sys/fs/cgroup/memory/memory.limit_in_bytes"),
			Map.entry("somaxconn", "proc/sys/net/core/somaxconn"),
			Map.entry("portRange", "proc/sys/net/ipv4/ip_local_port_range"),
			Map.entry("synBacklog", "proc/sys/net/ipv4/tcp_max_syn_backlog"));

	/** The libraries that could change a result, by the name of their jar. */
	private static final Map<String, String> LIBRARIES = Map.ofEntries(Map.entry("spring-boot", "Spring Boot"),
			Map.entry("spring-core", "Spring Framework"), Map.entry("tomcat-embed-core", "Tomcat"),
			Map.entry("netty-transport", "Netty"), Map.entry("reactor-core", "Reactor"),
			Map.entry("reactor-netty-http", "Reactor Netty"), Map.entry("httpclient5", "Apache HttpClient"),
			Map.entry("httpclient", "Apache HttpClient"), Map.entry("jetty-client", "Jetty client"),
			Map.entry("jackson-databind", "Jackson"), Map.entry("micrometer-core", "Micrometer"),
			Map.entry("ApacheJMeter_core", "JMeter"), Map.entry("jmh-core", "JMH"));

	/** The name and version of a jar; the version begins with a digit after a hyphen. */
	private static final Pattern JAR = Pattern.compile("(.+?)-(\\d.*)\\.jar");

	private EnvironmentReader() {
	}

	/**
	 * Reads what could change a result.
	 * @param installations the modules of the runs; the backend's or a program's comes
	 * first
	 */
	static Environment read(Path root, Path system, List<Installation> installations, boolean keptAwake, Shares shares)
			throws InterruptedException {
		SystemInfo info = new SystemInfo();
		OperatingSystem os = info.getOperatingSystem();
		CentralProcessor processor = info.getHardware().getProcessor();
		String commitOfImage = Kernel.text(root.resolve(Git.COMMIT));
		String commit = (commitOfImage != null) ? commitOfImage.replace(Git.DIRTY, "")
				: Git.run(root, "rev-parse", "--short=12", "HEAD");
		String status = Git.run(root, "status", "--porcelain");
		List<String> changes = (status != null) ? status.lines().toList() : List.of();
		Environment.Machine machine = new Environment.Machine(processor.getProcessorIdentifier().getName().strip(),
				info.getHardware().getMemory().getTotal() / MIB, keptAwake, settings(system, os, processor, shares));
		return new Environment(processor.getLogicalProcessorCount(), installations.getFirst().jdk(),
				os.getFamily() + " " + os.getVersionInfo() + ", " + System.getProperty("os.name") + " "
						+ System.getProperty("os.version"),
				(commit != null) ? commit : "unknown",
				!changes.isEmpty() || (commitOfImage != null && commitOfImage.endsWith(Git.DIRTY)), machine,
				software(installations, changes));
	}

	private static Map<String, String> settings(Path system, OperatingSystem os, CentralProcessor processor,
			Shares shares) {
		Map<String, String> settings = new LinkedHashMap<>();
		settings.put("physicalCores", String.valueOf(processor.getPhysicalProcessorCount()));
		settings.put("stealShare", share(shares.steal()));
		settings.put("busyShare", share(shares.busy()));
		for (Map.Entry<String, String> file : LINUX_SETTINGS) {
			String text = Kernel.text(system.resolve(file.getValue()));
			if (text != null) {
				settings.put(file.getKey(), text);
			}
		}
		settings.put("openFilesSoft", String.valueOf(os.getCurrentProcess().getSoftOpenFileLimit()));
		settings.put("openFilesHard", String.valueOf(os.getCurrentProcess().getHardOpenFileLimit()));
		return settings;
	}

	/** Measures the use of the processors for half a second. */
	static Shares shares() throws InterruptedException {
		CentralProcessor processor = new SystemInfo().getHardware().getProcessor();
		MachineSample before = Kernel.machine(processor.getSystemCpuLoadTicks(), List.of());
		long begin = System.nanoTime();
		Thread.sleep(Duration.ofMillis(500));
		MachineSample after = Kernel.machine(processor.getSystemCpuLoadTicks(), List.of());
		double total = (System.nanoTime() - begin) / 1e6 * processor.getLogicalProcessorCount();
		return new Shares((after.stealMillis() - before.stealMillis()) / total,
				Math.max(0, 1 - (after.idleMillis() - before.idleMillis()) / total));
	}

	private static String share(double share) {
		return String.format(Locale.ROOT, "%.4f", share);
	}

	/** Versions of JDKs and libraries, and the changed files as git prints them. */
	static Software software(List<Installation> installations, List<String> changes) {
		Map<String, String> builds = new TreeMap<>();
		Map<String, Map<String, String>> libraries = new TreeMap<>();
		installations.forEach((installation) -> {
			builds.put(installation.jdk(), installation.build());
			libraries.put(installation.module(), versions(installation.jars()));
		});
		List<String> files = changes.stream().map((line) -> line.replaceFirst("^.{1,2} ", "")).toList();
		return new Software(builds, libraries, files.stream().limit(MAX_FILES).toList(),
				Math.max(0, files.size() - MAX_FILES));
	}

	static Map<String, String> versions(List<String> jars) {
		Map<String, String> versions = new TreeMap<>();
		jars.stream()
			.map(JAR::matcher)
			.filter((jar) -> jar.matches() && LIBRARIES.containsKey(jar.group(1)))
			.forEach((jar) -> versions.put(LIBRARIES.get(jar.group(1)), jar.group(2)));
		return versions;
	}

	/**
	 * Shares of the processors' time, 0 to 1.
	 *
	 * @param steal the share that the host gave to other guests
	 * @param busy the share that was not idle
	 */
	record Shares(double steal, double busy) {
	}

}
