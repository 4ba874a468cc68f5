package lab.harness.analysis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

import lab.harness.model.Behaviour;
import lab.harness.model.Behaviour.Limit;
import lab.harness.model.Counts;
import lab.harness.model.DataFile;
import lab.harness.model.Evidence;
import lab.harness.model.Experiment;
import lab.harness.model.Failure;
import lab.harness.model.InvalidInputException;
import lab.harness.model.Manifest;
import lab.harness.model.Outcome;
import lab.harness.model.Prediction;
import lab.harness.model.Result;
import lab.harness.model.Run;
import lab.harness.model.RunFailedException;
import lab.harness.model.RunRecord;
import lab.harness.model.Sample;
import lab.harness.model.Service;
import org.jspecify.annotations.Nullable;

/**
 * From files to findings: a pure function of the evidence.
 */
public final class Analysis {

	private final Experiment experiment;

	/** Processors of the machine, 0 where they are not known. */
	private final int cores;

	/** Whether a run is judged without the others. */
	private final boolean alone;

	private final List<Facts> runs = new ArrayList<>();

	private Analysis(Experiment experiment, int cores, boolean alone) {
		this.experiment = experiment;
		this.cores = cores;
		this.alone = alone;
	}

	/**
	 * Analyses every run of a result. A run that cannot be analysed is a failed outcome;
	 * the others are analysed all the same.
	 * @throws lab.harness.model.InvalidInputException if it has no readable manifest
	 */
	public static Findings of(Path result) {
		Manifest manifest = DataFile.read(result.resolve(Evidence.RAW).resolve(Manifest.FILE), Manifest.class);
		Experiment experiment = manifest.experiment();
		int cores = manifest.environment().cores();
		Analysis analysis = new Analysis(experiment, cores, false);
		Map<String, List<Result.DisturbedTry>> repeated = new LinkedHashMap<>();
		for (Run run : manifest.runs()) {
			Evidence evidence = Evidence.of(result, run);
			analysis.read(evidence);
			List<Result.DisturbedTry> tries = tries(result, evidence, experiment);
			if (!tries.isEmpty()) {
				repeated.put(run.id(), tries);
			}
		}
		boolean complete = analysis.runs.size() == manifest.runs().size();
		Effects effects = new Effects(experiment, analysis.outcomes(), cores);
		List<Outcome> outcomes = effects.outcomes();
		Summaries summaries = new Summaries(experiment, outcomes);
		return new Findings(experiment.name(), manifest, outcomes, repeated, summaries.all(),
				Verdict.of(experiment, outcomes, summaries, effects.results(), complete), complete, analysis.records());
	}

	/** Analyses one run as far as it can be judged without the others. */
	public static Outcome of(Evidence evidence, Experiment experiment) {
		Analysis analysis = new Analysis(experiment, 0, true);
		analysis.read(evidence);
		return analysis.runs.isEmpty()
				? Outcome.failed(evidence.run(), new Failure("the run was interrupted: it has not ended", List.of()))
				: analysis.outcomes().getFirst();
	}

	/**
	 * Analyses a JTL that was made elsewhere.
	 * @param users users of each label, or null to take the most that the file shows
	 * active
	 * @param ceilings labels to the throughput that the law allows them, as far as it is
	 * known
	 * @throws lab.harness.model.InvalidInputException if it is not a JTL, or holds no
	 * window
	 */
	public static Findings ofJtl(Path jtl, @Nullable Integer users, Map<String, Double> ceilings) {
		return ForeignJtl.of(jtl, users, ceilings);
	}

	/** The tries of a run that were set aside, in their order. */
	private static List<Result.DisturbedTry> tries(Path result, Evidence evidence, Experiment experiment) {
		List<Result.DisturbedTry> tries = new ArrayList<>();
		for (int number = 1; Files.isDirectory(evidence.disturbed(number).folder()); number++) {
			Evidence aside = evidence.disturbed(number);
			List<Result.CheckResult> failed = of(aside, experiment).failedChecks()
				.stream()
				.map(Result.CheckResult::of)
				.toList();
			tries.add(new Result.DisturbedTry(failed, result.relativize(aside.folder()).toString().replace('\\', '/')));
		}
		return tries;
	}

	/** Reads the files of a run; one that was never made, or interrupted, is left out. */
	private void read(Evidence evidence) {
		Run run = evidence.run();
		if (!Files.exists(evidence.record())) {
			return;
		}
		try {
			RunRecord record = DataFile.read(evidence.record(), RunRecord.class);
			if (record.failure() != null) {
				this.runs.add(new Facts(run, null, null, record.failure()));
			}
			else if (record.end() != null) {
				this.runs.add((run.variant().subject() instanceof Service)
						? new Facts(run, Measured.read(evidence, record), null, null)
						: new Facts(run, null, ProgramFacts.read(evidence, record), null));
			}
		}
		catch (RunFailedException ex) {
			this.runs.add(new Facts(run, null, null, ex.failure()));
		}
		catch (InvalidInputException ex) {
			this.runs.add(new Facts(run, null, null, new Failure(ex.getMessage(), List.of())));
		}
	}

	/** What ran, of each run that was analysed. */
	private Map<String, RunRecord> records() {
		Map<String, RunRecord> records = new LinkedHashMap<>();
		this.runs.forEach((facts) -> {
			if (facts.service != null) {
				records.put(facts.run.id(), facts.service.record());
			}
			if (facts.program != null) {
				records.put(facts.run.id(), facts.program.record());
			}
		});
		return records;
	}

	/** The ceilings of a run are known by the others, so all are read before this. */
	private List<Outcome> outcomes() {
		List<Measured> services = this.runs.stream().flatMap((facts) -> Stream.ofNullable(facts.service)).toList();
		List<ProgramFacts> programs = this.runs.stream().flatMap((facts) -> Stream.ofNullable(facts.program)).toList();
		long binMillis = LatencyCharts.width(services.stream().map((run) -> run.load().latency()).toList());
		return this.runs.stream().map((facts) -> {
			if (facts.service != null) {
				return ofService(facts.run, facts.service, services, binMillis);
			}
			if (facts.program != null) {
				return ProgramOutcome.of(facts.run, facts.program, programs, this.cores);
			}
			return Outcome.failed(facts.run, Objects.requireNonNull(facts.failure));
		}).toList();
	}

	private Outcome ofService(Run run, Measured measured, List<Measured> all, long binMillis) {
		CpuLaw cpu = CpuLaw.of(measured, all);
		Prediction prediction = this.experiment.about().prediction();
		Checks checks = new Checks(measured, cpu, this.experiment.expect(), this.alone);
		Limit limit = (cpu != null && cpu.limits(measured)) ? Limit.CPU : measured.limitedBySlots();
		return new Outcome(run, Figures.of(measured, cpu, (prediction != null) ? prediction.formula() : null, all),
				checks.all(), checks.notApplied(), counts(measured),
				new Behaviour(limit, Recovery.faults(measured), measured.exit()), SeriesOfRun.of(measured, binMillis),
				null);
	}

	private static Counts counts(Measured run) {
		Sample before = run.probe().before();
		Sample after = run.probe().after();
		return new Counts(run.load().errorKinds(), LedgerChecks.ledger(run),
				grown(before.ledger().requests().answers(), after.ledger().requests().answers()),
				grown(before.ledger().calls().backendFailures(), after.ledger().calls().backendFailures()),
				grown(before.counters().hitBy(), after.counters().hitBy()));
	}

	/** What grew over the whole run, by cause. */
	private static Map<String, Long> grown(Map<String, Long> before, Map<String, Long> after) {
		Map<String, Long> grown = new TreeMap<>();
		after.forEach((cause, count) -> {
			long by = count - before.getOrDefault(cause, 0L);
			if (by != 0) {
				grown.put(cause, by);
			}
		});
		return grown;
	}

	/** The facts of a run, or why there are none: exactly one of the three is there. */
	private record Facts(Run run, @Nullable Measured service, @Nullable ProgramFacts program,
			@Nullable Failure failure) {
	}

}
