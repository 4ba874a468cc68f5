package lab.harness.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

import lab.harness.analysis.Result;
import lab.harness.analysis.RunCharts;
import lab.harness.probe.Environment;
import lab.harness.probe.MachineSettings;
import lab.harness.probe.RunRecord;
import lab.harness.probe.Software;
import lab.harness.target.Engine;
import lab.harness.target.Placement;
import org.jspecify.annotations.Nullable;

/**
 * What could change a result, a line of words for each, for HTML and Markdown alike.
 */
final class Conditions {

	static final String UNKNOWN = "not known here";

	private final Map<String, String> lines = new LinkedHashMap<>();

	private Conditions() {
	}

	/**
	 * Names and words, in the order in which to show them.
	 * @param charts the runs, for the flags of their processes
	 */
	static Map<String, String> of(Result result, List<RunCharts> charts) {
		Conditions conditions = new Conditions();
		Environment environment = result.environment();
		if (environment != null) {
			conditions.machine(environment, environment.settings());
			conditions.engine(environment.engine());
			conditions.lines.put("Commit", commit(environment));
			conditions.software(environment.jdk(), environment.software());
		}
		List<RunRecord> runs = charts.stream().map(RunCharts::run).filter(Objects::nonNull).toList();
		conditions.processors(runs, environment != null && Boolean.TRUE.equals(environment.keptAwake()));
		conditions.flags(runs);
		if (!result.command().isEmpty()) {
			conditions.lines.put("Seed", String.valueOf(result.seed()));
			conditions.lines.put("Rounds", String.valueOf(result.rounds()));
		}
		return conditions.lines;
	}

	private void machine(Environment environment, @Nullable MachineSettings settings) {
		Integer physical = (settings != null) ? settings.physicalCores() : null;
		this.lines.put("Machine",
				environment.cores() + " cores" + ((physical != null) ? " (" + physical + " physical)" : "") + ", "
						+ environment.cpu() + ", " + environment.memoryMiB() + " MiB");
		this.lines.put("System", environment.os());
		if (settings == null) {
			this.lines.put("Settings", UNKNOWN);
			return;
		}
		this.lines.put("Kernel", known(settings.kernel()));
		this.lines.put("Control group",
				"CPU " + cores(settings.cpuLimit()) + ", memory " + mib(settings.memoryLimit()));
		this.lines.put("CPU governor", known(settings.governor()));
		this.lines.put("Transparent huge pages", known(settings.transparentHugePages()));
		Double steal = settings.stealShare();
		this.lines.put("Steal at the start", (steal != null) ? Figures.percent(steal) : UNKNOWN);
		this.lines.put("Network",
				"somaxconn " + known(settings.somaxconn()) + ", ports "
						+ known(settings.portRange()).replaceFirst(" +(?=\\d)", "–") + ", SYN backlog "
						+ known(settings.synBacklog()));
		this.lines.put("Open files",
				"soft " + known(settings.openFilesSoft()) + ", hard " + known(settings.openFilesHard()));
	}

	private void engine(@Nullable Engine engine) {
		if (engine == null) {
			return;
		}
		this.lines.put("Containers", "Docker " + engine.version() + " on " + engine.os() + ", kernel " + engine.kernel()
				+ ", " + engine.cores() + " cores, " + engine.memoryMiB() + " MiB");
		Map<String, TreeSet<String>> limits = new TreeMap<>();
		engine.limits()
			.forEach((service, limit) -> limits.computeIfAbsent(limit, (key) -> new TreeSet<>()).add(service));
		this.lines.put("Limits of the containers",
				limits.entrySet()
					.stream()
					.map((entry) -> entry.getKey() + " (" + String.join(", ", entry.getValue()) + ")")
					.collect(Collectors.joining("; ")));
	}

	/** Which processors each had; the same in all runs of a result. */
	private void processors(List<RunRecord> runs, boolean keptAwake) {
		if (runs.isEmpty()) {
			return;
		}
		Placement placement = runs.getFirst().placement();
		this.lines.put("Processors",
				(!placement.keepsApart() ? "shared by app, backend and JMeter" : "app " + numbers(placement.app())
						+ "; backend " + numbers(placement.backend()) + "; JMeter " + numbers(placement.generator()))
						+ (keptAwake ? "; kept awake" : ""));
	}

	private static String numbers(List<Integer> processors) {
		return processors.stream().map(String::valueOf).collect(Collectors.joining(", "));
	}

	private static String commit(Environment environment) {
		if (!environment.dirty()) {
			return environment.commit();
		}
		Software software = environment.software();
		String words = environment.commit() + " with changes not committed";
		if (software == null || software.dirtyFiles().isEmpty()) {
			return words;
		}
		return words + ": " + String.join(", ", software.dirtyFiles())
				+ ((software.dirtyFilesLeftOut() > 0) ? " and " + software.dirtyFilesLeftOut() + " more" : "");
	}

	private void software(String jdk, @Nullable Software software) {
		if (software == null) {
			this.lines.put("JDK", jdk);
			return;
		}
		this.lines.put("JDK",
				software.jdks()
					.entrySet()
					.stream()
					.map((build) -> build.getKey() + " (" + build.getValue() + ")")
					.collect(Collectors.joining(", ")));
		Map<String, TreeSet<String>> versions = new TreeMap<>();
		software.libraries().forEach((module, libraries) -> libraries.forEach((library, version) -> {
			// JMeter brings an HTTP client of its own.
			String name = (module.equals("jmeter") && !library.equals("JMeter")) ? library + " of JMeter" : library;
			versions.computeIfAbsent(name, (key) -> new TreeSet<>()).add(version);
		}));
		this.lines.put("Libraries",
				versions.isEmpty() ? UNKNOWN
						: versions.entrySet()
							.stream()
							.map((library) -> library.getKey() + " " + String.join(" and ", library.getValue()))
							.collect(Collectors.joining(", ")));
	}

	private void flags(List<RunRecord> runs) {
		flags("JVM flags of the apps", runs, RunRecord.Commands::app);
		flags("JVM flags of the backend", runs, RunRecord.Commands::backend);
		flags("JVM flags of JMeter", runs, RunRecord.Commands::generator);
	}

	/** Names the variants only where they differ. */
	private void flags(String name, List<RunRecord> runs, Function<RunRecord.Commands, List<String>> command) {
		Map<String, TreeSet<String>> flags = new TreeMap<>();
		runs.forEach(
				(run) -> flags.computeIfAbsent(Commands.flags(command.apply(run.commands())), (key) -> new TreeSet<>())
					.add(run.variant()));
		if (!flags.isEmpty()) {
			this.lines.put(name,
					flags.entrySet()
						.stream()
						.map((entry) -> entry.getKey()
								+ ((flags.size() > 1) ? " (" + String.join(", ", entry.getValue()) + ")" : ""))
						.collect(Collectors.joining("; ")));
		}
	}

	private static String known(@Nullable String value) {
		return (value != null) ? value : UNKNOWN;
	}

	/** Quota over period, as cores. */
	private static String cores(@Nullable String limit) {
		if (limit == null) {
			return UNKNOWN;
		}
		String[] parts = limit.split(" ");
		return (parts.length != 2 || !limit.matches("\\d+ \\d+")) ? "not limited"
				: Figures.number(Double.parseDouble(parts[0]) / Double.parseDouble(parts[1]), 2) + " cores";
	}

	private static String mib(@Nullable String limit) {
		if (limit == null) {
			return UNKNOWN;
		}
		return limit.matches("\\d+") ? Figures.number(Double.parseDouble(limit) / 1024 / 1024, 0) + " MiB"
				: "not limited";
	}

}
