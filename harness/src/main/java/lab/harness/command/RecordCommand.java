package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import lab.harness.analysis.Analysis;
import lab.harness.analysis.Findings;
import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.result.Environment;
import lab.harness.model.result.Manifest;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result;
import lab.harness.model.result.RunRecord;
import lab.harness.report.Language;
import lab.harness.report.Report;
import lab.harness.run.process.Git;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "record", mixinStandardHelpOptions = true,
		description = "Writes results to docs/results, where the pages take their figures from.")
final class RecordCommand implements Callable<Integer> {

	private final CommandContext context;

	@Parameters(paramLabel = "RESULT", arity = "1..*",
			description = "Result folders, such as results/comparison/latest.")
	private List<Path> paths = List.of();

	@Option(names = "--add",
			description = "Add the rounds to those of the record (default: they replace it). It must be of the same "
					+ "experiment, options, JDK and number of cores.")
	private boolean add;

	RecordCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() throws IOException {
		Map<String, Findings> records = new LinkedHashMap<>();
		for (Path path : this.paths) {
			Findings findings = ReportCommand.rebuild(ResultFolder.resolveLatest(path), Language.EN);
			String reason = reasonToRefuse(findings);
			if (reason != null) {
				throw new InvalidInputException(path + " " + reason);
			}
			Result record = this.add ? record(findings.name(), records) : null;
			reason = (record != null) ? reasonNotToAdd(record, findings) : null;
			if (reason != null) {
				throw new InvalidInputException(path + " " + reason + "; without --add it replaces the record");
			}
			records.put(findings.name(), (record != null) ? add(record, findings) : findings);
		}
		for (Map.Entry<String, Findings> record : records.entrySet()) {
			Path folder = this.context.recordFolder(record.getKey());
			Files.createDirectories(folder);
			DataFile.write(folder.resolve(Result.FILE), Report.result(record.getValue()));
			DataFile.replace(folder.resolve(Report.MARKDOWN), Report.markdown(record.getValue()));
			ResultFolder.writePicture(folder, Report.picture(record.getValue()));
			this.context.err().println("Recorded in " + folder);
		}
		return 0;
	}

	/** The record of an experiment, or null without one. */
	private @Nullable Result record(String experiment, Map<String, Findings> added) {
		Findings findings = added.get(experiment);
		Path file = this.context.recordFolder(experiment).resolve(Result.FILE);
		return (findings != null) ? Report.result(findings)
				: Files.exists(file) ? DataFile.read(file, Result.class) : null;
	}

	/** Returns why rounds cannot be added to those of a record, or null. */
	private @Nullable String reasonNotToAdd(Result record, Findings findings) {
		Manifest manifest = Objects.requireNonNull(findings.manifest());
		Environment environment = manifest.environment();
		Environment recorded = Objects.requireNonNull(record.environment());
		Result.Plan plan = record.header().plan();
		String file = "experiments/" + findings.name() + ".yml";
		if (Stream
			.concat(Stream.ofNullable(plan.startedAt()), plan.earlier().stream().map(Result.EarlierRounds::startedAt))
			.anyMatch(manifest.startedAt()::equals)) {
			return "is in the record already";
		}
		String reason = reasonToRefuse(recorded);
		if (reason != null) {
			return "has a record that " + reason;
		}
		if (!options(manifest.command()).equals(options(plan.command()))) {
			return "was measured by '" + String.join(" ", manifest.command()) + "', its record by '"
					+ String.join(" ", plan.command()) + "'";
		}
		if (environment.cores() != recorded.cores()) {
			return "was measured on " + environment.cores() + " cores, its record on " + recorded.cores();
		}
		if (!environment.jdk().equals(recorded.jdk())) {
			return "was measured with JDK " + environment.jdk() + ", its record with " + recorded.jdk();
		}
		return Stream.of(recorded.commit(), environment.commit())
			.allMatch((commit) -> Git.isUnchanged(this.context.root(), commit, file)) ? null
					: "is of another form of " + file + " than its record, or than that of this checkout";
	}

	/**
	 * Adds the rounds of a result to those of a record, and judges all of them.
	 * @param findings a complete result of the same experiment, which keeps its manifest
	 */
	private static Findings add(Result record, Findings findings) {
		Manifest manifest = Objects.requireNonNull(findings.manifest());
		Findings recorded = Findings.of(record, manifest.experiment());
		List<Outcome> outcomes = new ArrayList<>(recorded.outcomes());
		Map<String, List<Result.DisturbedTry>> disturbed = new LinkedHashMap<>(recorded.repeated());
		Result.Plan plan = record.header().plan();
		Map<String, RunRecord> records = new HashMap<>();
		for (Outcome outcome : findings.outcomes()) {
			String id = outcome.run().id();
			Outcome later = outcome.inRound(plan.rounds() + outcome.run().round());
			outcomes.add(later);
			disturbed.put(later.run().id(), findings.repeated().getOrDefault(id, List.of()));
			records.put(later.run().id(), Objects.requireNonNull(findings.records().get(id)));
		}
		List<Result.EarlierRounds> earlier = new ArrayList<>(plan.earlier());
		earlier
			.add(new Result.EarlierRounds(plan.rounds() - earlier.stream().mapToInt(Result.EarlierRounds::rounds).sum(),
					record.header().seed(), Objects.requireNonNull(plan.startedAt()), plan.minutes(),
					Objects.requireNonNull(record.environment())));
		return Analysis.judge(manifest.with(outcomes.stream().map(Outcome::run).toList()), outcomes, disturbed, true,
				records, earlier);
	}

	/** The options that decide what is measured. */
	private static String options(List<String> command) {
		return String.join(" ", command).replaceAll(" --(seed|rounds)[ =]\\d+", "");
	}

	/**
	 * Returns why a result is no evidence for a page, or null. A run that missed an
	 * expectation is evidence: records chosen by what they found would all be as
	 * expected. Whoever reads a record must be able to check out the code that it was
	 * measured with.
	 */
	private @Nullable String reasonToRefuse(Findings findings) {
		Manifest manifest = findings.manifest();
		boolean evidence = findings.complete() && findings.outcomes().stream().allMatch(Outcome::valid)
				&& findings.effects().stream().allMatch(Result.EffectResult::ok);
		if (!evidence || manifest == null || manifest.form().isShort()) {
			return "is " + (evidence ? "a run in a short form" : "not valid")
					+ "; only the result of a valid run in full length is recorded";
		}
		if (manifest.command().contains(LessonCommand.NAME)) {
			return "was measured in a lesson; only the result of bench run is recorded";
		}
		String reason = reasonToRefuse(manifest.environment());
		return (reason != null && manifest.environment().dirty())
				? reason + "; commit them and run the experiment again" : reason;
	}

	/** Returns why the measured code cannot be checked out, or null. */
	private @Nullable String reasonToRefuse(Environment environment) {
		if (environment.dirty()) {
			List<String> files = environment.software().dirtyFiles();
			return "was measured in a checkout with changes"
					+ (files.isEmpty() ? "" : " (" + String.join(", ", files) + ")");
		}
		return Git.isInHistory(this.context.root(), environment.commit()) ? null
				: "was measured at commit " + environment.commit() + ", which is not in the history of this checkout";
	}

}
