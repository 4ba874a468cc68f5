package lab.harness.analysis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

import lab.harness.model.DataFile;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Prediction;
import lab.harness.model.experiment.Run;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Counts;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Failure;
import lab.harness.model.result.Manifest;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result;
import lab.harness.model.result.Result.EarlierRounds;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.Sample;
import org.jspecify.annotations.Nullable;

/**
 * From files to findings: a pure function of the evidence.
 */
public final class Analysis {

	private Analysis() {
	}

	/**
	 * Analyses every run of a result. A run that cannot be analysed becomes a failed
	 * outcome, and the others are analysed all the same.
	 * @throws lab.harness.model.InvalidInputException if it has no readable manifest
	 */
	public static Findings of(Path result) {
		Manifest manifest = DataFile.read(result.resolve(Evidence.RAW).resolve(Manifest.FILE), Manifest.class);
		Experiment experiment = manifest.experiment();
		List<RunFacts> runs = new ArrayList<>();
		Map<String, List<Result.DisturbedTry>> disturbed = new LinkedHashMap<>();
		for (Run run : manifest.runs()) {
			Evidence evidence = Evidence.of(result, run);
			RunFacts facts = RunFacts.read(evidence);
			if (facts != null) {
				runs.add(facts);
			}
			List<Result.DisturbedTry> tries = disturbedTries(result, evidence, experiment);
			if (!tries.isEmpty()) {
				disturbed.put(run.id(), tries);
			}
		}
		boolean complete = runs.size() == manifest.runs().size();
		return judge(manifest, outcomes(experiment, manifest.environment().cores(), runs, true), disturbed, complete,
				records(runs), List.of());
	}

	/**
	 * Compares outcomes, looks for the effects, and finds the answer.
	 * @param earlier the rounds of a record that earlier commands measured
	 */
	public static Findings judge(Manifest manifest, List<Outcome> outcomes,
			Map<String, List<Result.DisturbedTry>> disturbed, boolean complete, Map<String, RunRecord> records,
			List<EarlierRounds> earlier) {
		Experiment experiment = manifest.experiment();
		Summaries summaries = new Summaries(experiment, outcomes, earlier.isEmpty());
		Effects effects = new Effects(experiment, outcomes, summaries, manifest.environment().cores());
		Comparisons comparisons = new Comparisons(experiment, summaries, effects.intervals());
		List<Result.EffectResult> results = effects.results(comparisons.alpha());
		return new Findings(experiment.name(), manifest, outcomes, disturbed, summaries.all(),
				Verdict.of(experiment, outcomes, summaries, comparisons, results, complete), results, complete, records,
				earlier);
	}

	/** Analyses one run as far as it can be judged while the others are unknown. */
	public static Outcome of(Evidence evidence, Experiment experiment) {
		RunFacts facts = RunFacts.read(evidence);
		return (facts != null) ? outcomes(experiment, 0, List.of(facts), false).getFirst()
				: Outcome.failed(evidence.run(), new Failure("the run was interrupted: it has not ended", List.of()));
	}

	/**
	 * Analyses a JTL that was made elsewhere.
	 * @param users users of each label, or null to take the most that the file shows
	 * active
	 * @param ceilings known ceilings by label, in requests a second
	 * @throws lab.harness.model.InvalidInputException if it is not a JTL, or holds no
	 * window
	 */
	public static Findings ofJtl(Path jtl, @Nullable Integer users, Map<String, Double> ceilings) {
		return new ForeignJtl(jtl, users, ceilings).findings();
	}

	private static List<Result.DisturbedTry> disturbedTries(Path result, Evidence evidence, Experiment experiment) {
		return IntStream.iterate(1, (number) -> number + 1)
			.mapToObj(evidence::disturbed)
			.takeWhile((disturbed) -> Files.isDirectory(disturbed.folder()))
			.map((disturbed) -> Result.DisturbedTry.of(of(disturbed, experiment),
					result.relativize(disturbed.folder()).toString().replace('\\', '/')))
			.toList();
	}

	private static Map<String, RunRecord> records(List<RunFacts> runs) {
		Map<String, RunRecord> records = new HashMap<>();
		only(ServiceRun.class, runs).forEach((run) -> records.put(run.record().run().id(), run.record()));
		only(ProgramRun.class, runs).forEach((run) -> records.put(run.record().run().id(), run.record()));
		return records;
	}

	private static <T extends RunFacts> List<T> only(Class<T> kind, List<RunFacts> runs) {
		return runs.stream().filter(kind::isInstance).map(kind::cast).toList();
	}

	/**
	 * Analyses all runs.
	 * @param cores processors of the machine, 0 if unknown
	 */
	private static List<Outcome> outcomes(Experiment experiment, int cores, List<RunFacts> runs, boolean allRunsRead) {
		List<ServiceRun> services = only(ServiceRun.class, runs);
		List<ProgramRun> programs = only(ProgramRun.class, runs);
		long binMillis = LatencyCharts.width(services.stream().map((run) -> run.load().latency()).toList());
		return runs.stream().map((facts) -> switch (facts) {
			case ServiceRun run -> outcome(experiment, run, services, allRunsRead, binMillis);
			case ProgramRun run -> ProgramOutcome.of(run, programs, cores);
			case RunFacts.Failed failed -> Outcome.failed(failed.run(), failed.failure());
		}).toList();
	}

	private static Outcome outcome(Experiment experiment, ServiceRun run, List<ServiceRun> all, boolean otherRunsKnown,
			long binMillis) {
		CpuLaw cpu = CpuLaw.of(run, all);
		Prediction prediction = experiment.about().prediction();
		Checks.Results checks = Checks.of(run, cpu, experiment.expect(), otherRunsKnown);
		Limit limit = (cpu != null) ? cpu.limit(run) : run.limitedBySlots();
		return new Outcome(run.record().run(),
				Figures.of(run, cpu, (prediction != null) ? prediction.formula() : null, all), checks.checks(),
				checks.notApplied(), counts(run),
				new Behaviour(limit, run.recovery().faults(), run.record().exit(), run.use(), Figures.ofPaths(run)),
				SeriesBuilder.of(run, binMillis), null);
	}

	private static Counts counts(ServiceRun run) {
		Sample before = run.probe().before();
		Sample after = run.probe().after();
		return new Counts(run.load().errorKinds(),
				run.hasLedger() ? RequestLedger.of(run).byStation()
						: Map.of("sent", run.load().sent(), "refused", run.load().refused()),
				growth(before.ledger().requests().answers(), after.ledger().requests().answers()),
				growth(before.ledger().calls().backendFailures(), after.ledger().calls().backendFailures()),
				growth(before.counters().hitBy(), after.counters().hitBy()));
	}

	private static Map<String, Long> growth(Map<String, Long> before, Map<String, Long> after) {
		Map<String, Long> growth = new TreeMap<>();
		after.forEach((cause, count) -> growth.put(cause, count - before.getOrDefault(cause, 0L)));
		growth.values().removeIf((count) -> count == 0);
		return growth;
	}

}
