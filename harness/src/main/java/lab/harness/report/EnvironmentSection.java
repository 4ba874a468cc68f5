package lab.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.analysis.Findings;
import lab.harness.model.Environment;
import lab.harness.model.Manifest;
import lab.harness.model.Placement;
import lab.harness.model.RunRecord;
import lab.harness.model.Service;
import lab.harness.model.Software;
import lab.harness.report.Table.Cell;
import lab.harness.report.Table.Column;
import lab.wire.Terms;
import org.jspecify.annotations.Nullable;

/**
 * What could change a result: the machine, the code, the terms of each app, and the
 * commands.
 */
final class EnvironmentSection {

	/** A kernel or a JVM writes "no limit" as a number near the end of its type. */
	private static final Pattern NO_LIMIT = Pattern
		.compile("max|infinity|-1|2147483647|18446744073709551615|92233720368547\\d{5}");

	/** A plan or the programs are part of the project, so that tells where it lay. */
	private static final Pattern PROJECT = Pattern
		.compile("(.*?[/\\\\])(?:jmeter[/\\\\][^/\\\\]+\\.jmx|programs[/\\\\]target[/\\\\].+)");

	private static final double MIB = 1024 * 1024;

	private final Map<String, String> lines = new LinkedHashMap<>();

	/** The first record of each variant, in the order of the experiment. */
	private final Map<String, RunRecord> records = new LinkedHashMap<>();

	private EnvironmentSection(Findings findings, RunTables runs) {
		for (String variant : runs.variants()) {
			runs.outcomes()
				.stream()
				.filter((outcome) -> outcome.run().variant().name().equals(variant))
				.map((outcome) -> findings.records().get(outcome.run().id()))
				.filter(Objects::nonNull)
				.findFirst()
				.ifPresent((record) -> this.records.put(variant, record));
		}
	}

	static List<Block> of(Findings findings, RunTables runs) {
		EnvironmentSection conditions = new EnvironmentSection(findings, runs);
		Manifest manifest = findings.manifest();
		if (manifest != null) {
			conditions.machine(manifest.environment());
			conditions.software(manifest.environment());
		}
		conditions.processes((manifest != null) && manifest.environment().machine().keptAwake());
		if (manifest != null) {
			conditions.lines.put("Seed", String.valueOf(manifest.seed()));
			conditions.lines.put("Rounds", String.valueOf(manifest.rounds()));
		}
		return conditions.blocks();
	}

	private List<Block> blocks() {
		List<Block> blocks = new ArrayList<>();
		if (!this.lines.isEmpty()) {
			Table facts = new Table("What could change the result",
					List.of(Column.text("condition"), Column.text("value")));
			this.lines.forEach((name, words) -> facts.row(List.of(Cell.text(name), Cell.text(words))));
			blocks.add(facts);
		}
		if (this.records.values().stream().anyMatch((record) -> !record.terms().equals(Terms.NONE))) {
			blocks.add(terms());
		}
		List<Block> commands = new ArrayList<>();
		this.records.forEach((variant, record) -> commands.add(commands(variant, record.commands())));
		if (!commands.isEmpty()) {
			blocks.add(new Block.Folded("The command of each process", null, commands));
		}
		return blocks;
	}

	private void machine(Environment environment) {
		this.lines.put("Machine", environment.cores() + " cores, " + environment.machine().cpu() + ", "
				+ environment.machine().memoryMiB() + " MiB");
		this.lines.put("System", environment.os());
		environment.machine().settings().forEach((name, value) -> this.lines.put(name, limit(value)));
	}

	/** A setting in which nothing prints as a number that stands for no limit. */
	static String limit(String value) {
		return List.of(value.strip().split("\\s+"))
			.stream()
			.map((word) -> NO_LIMIT.matcher(word).matches() ? "no limit" : word)
			.collect(Collectors.joining(" "));
	}

	private void software(Environment environment) {
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
			this.lines.put("Libraries",
					versions.entrySet()
						.stream()
						.map((library) -> library.getKey() + " " + String.join(" and ", library.getValue()))
						.collect(Collectors.joining(", ")));
		}
	}

	/** Which processors and flags each process had. */
	private void processes(boolean keptAwake) {
		if (this.records.isEmpty()) {
			return;
		}
		Placement placement = this.records.values().iterator().next().placement();
		this.lines.put("Processors",
				(!placement.dedicatedCores() ? "shared by all processes" : "app " + numbers(placement.app())
						+ "; backend " + numbers(placement.backend()) + "; JMeter " + numbers(placement.generator()))
						+ (keptAwake ? "; kept awake" : ""));
		flags("JVM flags of the app or program", RunRecord.Commands::app);
		flags("JVM flags of the backend", RunRecord.Commands::backend);
		flags("JVM flags of JMeter", RunRecord.Commands::generator);
	}

	private static String numbers(List<Integer> processors) {
		return processors.stream().map(String::valueOf).collect(Collectors.joining(", "));
	}

	private void flags(String name, Function<RunRecord.Commands, List<String>> command) {
		Map<String, String> flags = new LinkedHashMap<>();
		this.records.forEach((variant, record) -> {
			List<String> words = command.apply(record.commands());
			if (!words.isEmpty()) {
				flags.put(variant, flags(words));
			}
		});
		if (!flags.isEmpty()) {
			this.lines.put(name, grouped(flags));
		}
	}

	/** Flags of the JVM, between the program and its jar or class path. */
	static String flags(List<String> command) {
		List<String> flags = command.stream()
			.skip(1)
			.takeWhile((word) -> word.startsWith("-") && !word.equals("-jar") && !word.equals("-cp"))
			.toList();
		return flags.isEmpty() ? "none" : String.join(" ", flags);
	}

	/** Values with the names that have them; a value that all have stands alone. */
	private static String grouped(Map<String, String> values) {
		Map<String, List<String>> names = new LinkedHashMap<>();
		values.forEach((name, value) -> names.computeIfAbsent(value, (key) -> new ArrayList<>()).add(name));
		return names.entrySet()
			.stream()
			.map((entry) -> entry.getKey()
					+ ((names.size() > 1) ? " (" + String.join(", ", entry.getValue()) + ")" : ""))
			.collect(Collectors.joining("; "));
	}

	/** What each app said of itself, once for each variant. */
	private Table terms() {
		Table table = new Table("What each app said of itself",
				List.of(Column.text("variant"), Column.figures("request threads", ""), Column.text("HTTP client"),
						Column.figures("connections", ""), Column.text("collector"), Column.figures("heap", "MiB"),
						Column.figures("cores", ""), Column.text("JDK"), Column.text("keep-alive"),
						Column.text("delays of the backend")));
		this.records.forEach((variant, record) -> {
			Terms terms = record.terms();
			table.row(List.of(Cell.text(variant), most(terms.server().requestThreads()), Cell.text(terms.httpClient()),
					most(terms.backendConnections()), Cell.text(terms.jvm().collector()),
					heap(terms.jvm().heapMaxBytes()), Cell.number(terms.jvm().cores(), 0), Cell.text(terms.jvm().jdk()),
					Cell.text(terms.server().keepAlive()),
					Cell.text((record.run().variant().subject() instanceof Service service) ? service.latency().text()
							: "none")));
		});
		return table;
	}

	private static Cell most(@Nullable Integer limit) {
		return (limit == null || limit == Integer.MAX_VALUE) ? Cell.figure("no limit") : Cell.number(limit, 0);
	}

	private static Cell heap(long bytes) {
		return (bytes == Long.MAX_VALUE) ? Cell.figure("no limit") : Cell.number(bytes / MIB, 0);
	}

	private static Block.Code commands(String variant, RunRecord.Commands commands) {
		return new Block.Code(variant,
				List.of(commands.backend(), commands.app(), commands.generator())
					.stream()
					.filter((command) -> !command.isEmpty())
					.map((command) -> line(relative(command, commands)))
					.toList());
	}

	/**
	 * The command as a reader may see it: from the project's folder, without the folders
	 * above it and those of the JDK.
	 */
	static List<String> relative(List<String> command, RunRecord.Commands commands) {
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
