package lab.harness.report;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.experiment.Cores;
import lab.harness.model.experiment.OwnService;
import lab.harness.model.experiment.Service;
import lab.harness.model.result.Environment;
import lab.harness.model.result.Manifest;
import lab.harness.model.result.Placement;
import lab.harness.model.result.Result.EarlierRounds;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.Software;
import lab.harness.report.Document.Section;
import lab.harness.report.Table.Cell;
import lab.harness.report.Table.Field;
import lab.wire.Limit;
import lab.wire.Terms;
import org.jspecify.annotations.Nullable;

/**
 * The section of the environment: machine, code, settings and commands.
 *
 * @param lines the conditions in a few lines
 * @param details further ones
 * @param records the first record of each variant, in the order of the experiment
 */
record EnvironmentSection(Map<String, String> lines, Map<String, String> details, Map<String, RunRecord> records) {

	/** A path of the checkout, by the plan or the program that it contains. */
	private static final Pattern PROJECT = Pattern
		.compile("(.*?[/\\\\])(?:jmeter[/\\\\][^/\\\\]+\\.jmx|programs[/\\\\]target[/\\\\].+)");

	private static final String NOT_KNOWN = "not known";

	static Section of(ReportedRuns runs) {
		EnvironmentSection section = new EnvironmentSection(new LinkedHashMap<>(), new LinkedHashMap<>(),
				new LinkedHashMap<>());
		runs.outcomes().forEach((outcome) -> {
			RunRecord record = runs.findings().records().get(outcome.run().id());
			if (record != null) {
				section.records.putIfAbsent(outcome.run().variant().name(), record);
			}
		});
		Manifest manifest = runs.findings().manifest();
		if (manifest != null) {
			section.addMachine(manifest.environment());
			section.addSoftware(manifest.environment());
			section.addPlacement(manifest);
			section.addOwnService();
			section.lines.put("Seed", String.valueOf(manifest.seed()));
			section.lines.put("Rounds", String.valueOf(manifest.rounds()));
			Double minutes = manifest.minutes();
			if (minutes != null) {
				section.lines.put("Minutes", String.valueOf(minutes));
			}
			section.addEarlier(runs.findings().earlier());
		}
		return Section.of("Environment", false, facts("What could change the result", section.lines), section.folded());
	}

	/** The versions of all JDKs. */
	static String jdks(Environment environment) {
		Map<String, String> jdks = environment.software().jdks();
		return jdks.isEmpty() ? environment.jdk() : String.join(" and ", jdks.keySet());
	}

	/** The command with more rounds and without its seed, as code. */
	static String commandOfMoreRounds(Manifest manifest) {
		return "`" + commandOfAnyRound(manifest) + " --rounds 5`";
	}

	/** The command without what makes its rounds those rounds. */
	static String commandOfAnyRound(Manifest manifest) {
		return line(manifest.command()).replaceAll(" --(seed|rounds)[ =]\\d+", "");
	}

	private static @Nullable Table facts(String caption, Map<String, String> lines) {
		return lines.isEmpty() ? null : Table.of(caption, lines.entrySet(),
				List.of(Field.text("condition", Map.Entry::getKey), Field.text("value", Map.Entry::getValue)));
	}

	private Block.@Nullable Folded folded() {
		List<Block> blocks = Stream.of(facts("Settings and libraries", this.details), terms())
			.filter(Objects::nonNull)
			.collect(Collectors.toCollection(ArrayList::new));
		this.records.forEach((variant,
				record) -> blocks.add(new Block.Code(variant,
						Stream.of(record.commands().backend(), record.commands().app(), record.commands().generator())
							.filter((command) -> !command.isEmpty())
							.map((command) -> line(relative(command, record.commands())))
							.toList())));
		return blocks.isEmpty() ? null : new Block.Folded("Settings, and the command of each process", blocks);
	}

	/** The machine and the code of the rounds that earlier commands measured. */
	private void addEarlier(List<EarlierRounds> earlier) {
		int first = 1;
		for (EarlierRounds rounds : earlier) {
			int last = first + rounds.rounds() - 1;
			Environment environment = rounds.environment();
			this.lines.put((first == last) ? "Round " + first : "Rounds " + first + " to " + last,
					rounds.startedAt().truncatedTo(ChronoUnit.SECONDS)
							+ (machine(environment).equals(this.lines.get("Machine")) ? ""
									: ", " + machine(environment))
							+ ", commit " + environment.commit() + ", seed " + rounds.seed());
			first = last + 1;
		}
	}

	private static String machine(Environment environment) {
		return environment.cores() + " cores, " + environment.machine().cpu() + ", " + environment.machine().memoryMiB()
				+ " MiB";
	}

	private void addMachine(Environment environment) {
		this.lines.put("Machine", machine(environment));
		this.lines.put("System", environment.os());
		this.details.putAll(environment.machine().settings());
	}

	private void addSoftware(Environment environment) {
		Software software = environment.software();
		this.lines.put("Commit",
				environment.commit() + (environment.dirty() ? " with changes not committed" : "")
						+ (software.dirtyFiles().isEmpty() ? "" : ": " + String.join(", ", software.dirtyFiles()))
						+ ((software.dirtyFilesLeftOut() > 0) ? " and " + software.dirtyFilesLeftOut() + " more" : ""));
		this.lines.put("JDK",
				software.jdks().isEmpty() ? environment.jdk()
						: software.jdks()
							.entrySet()
							.stream()
							.map((jdk) -> jdk.getKey() + " (" + jdk.getValue() + ")")
							.collect(Collectors.joining(", ")));
		Map<String, TreeSet<String>> versions = new TreeMap<>();
		software.libraries().forEach((module, libraries) -> libraries.forEach((library, version) -> {
			// JMeter brings an HTTP client of its own.
			String name = (module.equals("jmeter") && !library.equals("JMeter")) ? library + " of JMeter" : library;
			versions.computeIfAbsent(name, (key) -> new TreeSet<>()).add(version);
		}));
		if (!versions.isEmpty()) {
			this.details.put("Libraries",
					versions.entrySet()
						.stream()
						.map((library) -> library.getKey() + " " + String.join(" and ", library.getValue()))
						.collect(Collectors.joining(", ")));
		}
	}

	/** A record of {@code docs/results} does not have the numbers of the processors. */
	private void addPlacement(Manifest manifest) {
		Placement placement = this.records.values().stream().findFirst().map(RunRecord::placement).orElse(null);
		String processors = (manifest.experiment().cores() == Cores.SHARED) ? "shared by all processes"
				: (placement == null) ? "those of the app apart" : "app " + numbers(placement.app()) + "; backend "
						+ numbers(placement.backend()) + "; JMeter " + numbers(placement.generator());
		this.lines.put("Processors", processors + (manifest.environment().machine().keptAwake() ? "; kept awake" : ""));
	}

	/** The settings that a service of the reader's own has from the harness. */
	private void addOwnService() {
		List<RunRecord> own = this.records.values()
			.stream()
			.filter((record) -> record.knowledge().isWithoutLedger())
			.toList();
		if (own.isEmpty()) {
			return;
		}
		List<String> shared = new ArrayList<>(given(own.getFirst()));
		own.forEach((record) -> shared.retainAll(given(record)));
		if (!shared.isEmpty()) {
			this.lines.put("Your service",
					"every variant has these settings from the harness: " + String.join(", ", shared));
		}
		else if (own.stream().anyMatch((record) -> !given(record).isEmpty())) {
			this.lines.put("Your service", "the variants have different settings from the harness: see their commands");
		}
		else {
			String running = own.stream()
				.map((record) -> record.commands().app())
				.filter((command) -> command.size() == 1)
				.map(List::getFirst)
				.distinct()
				.collect(Collectors.joining("; "));
			this.lines.put("Your service", !running.isEmpty() ? running : "runs with its own settings alone");
		}
	}

	private static List<String> given(RunRecord record) {
		return record.commands()
			.app()
			.stream()
			.filter((word) -> OwnService.properties(true)
				.keySet()
				.stream()
				.anyMatch((key) -> word.startsWith("--" + key + "=")))
			.toList();
	}

	private static String numbers(List<Integer> processors) {
		return processors.stream().map(String::valueOf).collect(Collectors.joining(", "));
	}

	private @Nullable Table terms() {
		List<Map.Entry<String, RunRecord>> reporting = this.records.entrySet()
			.stream()
			.filter((entry) -> !entry.getValue().knowledge().terms().equals(Terms.NONE))
			.toList();
		if (reporting.isEmpty()) {
			return null;
		}
		return Table.of("Settings that each app reports", reporting, List.of(Field.text("variant", Map.Entry::getKey),
				Field.figures("request threads", "", (entry) -> limit(entry.getValue(), Limit.REQUEST_THREADS)),
				Field.text("HTTP client", (entry) -> entry.getValue().knowledge().terms().httpClient()),
				Field.figures("connections", "", (entry) -> limit(entry.getValue(), Limit.BACKEND_CONNECTIONS)),
				Field.text("collector", (entry) -> entry.getValue().knowledge().terms().jvm().collector()),
				Field.figures("heap", "MiB",
						(entry) -> heap(entry.getValue().knowledge().terms().jvm().heapMaxBytes())),
				Field.figures("cores", "", (entry) -> cores(entry.getValue().knowledge().terms().jvm().cores())),
				Field.text("JDK", (entry) -> entry.getValue().knowledge().terms().jvm().jdk()),
				Field.text("keep-alive", (entry) -> entry.getValue().knowledge().terms().keepAlive()),
				Field.text("delays of the backend", (entry) -> delays(entry.getValue()))));
	}

	/** A shipped app tells all its limits. */
	private static Cell limit(RunRecord record, Limit kind) {
		Map<Limit, @Nullable Integer> limits = record.knowledge().terms().limits();
		Integer limit = limits.get(kind);
		return (limit != null) ? Cell.number(limit, 0) : Cell.figure(limits.containsKey(kind) ? "no limit" : NOT_KNOWN);
	}

	private static Cell cores(int cores) {
		return (cores > 0) ? Cell.number(cores, 0) : Cell.figure(NOT_KNOWN);
	}

	private static Cell heap(long bytes) {
		if (bytes <= 0) {
			return Cell.figure(NOT_KNOWN);
		}
		return (bytes == Long.MAX_VALUE) ? Cell.figure("no limit") : Cell.number(bytes / 1024.0 / 1024, 0);
	}

	private static String delays(RunRecord record) {
		return (record.run().variant().subject() instanceof Service service) ? service.latencyText() : "none";
	}

	/**
	 * The command as it is typed in the checkout: without the path of the checkout and
	 * that of the JDK.
	 */
	private static List<String> relative(List<String> command, RunRecord.Commands commands) {
		String root = Stream.concat(commands.generator().stream(), commands.app().stream())
			.map(PROJECT::matcher)
			.filter(Matcher::matches)
			.map((path) -> path.group(1))
			.findFirst()
			.orElse("");
		return command.stream()
			.map((word) -> word.replaceFirst("^.*[/\\\\]bin[/\\\\](?=java(\\.exe)?$)", ""))
			.map((word) -> root.isEmpty() ? word : word.replace(root, ""))
			.toList();
	}

	/** A line for a POSIX shell. */
	static String line(List<String> words) {
		return words.stream()
			.map((word) -> word.matches("[\\w@%+=:,./~-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
			.collect(Collectors.joining(" "));
	}

}
