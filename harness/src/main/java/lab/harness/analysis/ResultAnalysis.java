package lab.harness.analysis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import lab.harness.experiment.Experiment;
import lab.harness.experiment.InvalidInputException;
import lab.harness.experiment.Prediction;
import lab.harness.probe.JsonFile;
import lab.harness.probe.Manifest;
import lab.harness.probe.RunRecord;
import lab.harness.schedule.Run;
import lab.harness.schedule.Schedule;
import lab.harness.target.RunFailedException;

/**
 * From the folder of a result to the result: a pure function of its files.
 */
public final class ResultAnalysis {

	/** The folder of the files of the runs, below that of the result. */
	public static final String RAW = "raw";

	/** What does not hold, or holds otherwise, where the CPU is the limit by the law. */
	private static final Set<String> EXCUSED = Set.of("law", "machine-idle", "backend-gave-what-it-drew", "at-ceiling");

	private ResultAnalysis() {
	}

	/**
	 * Analyses every run that was finished.
	 * @param folder folder of the result
	 * @throws InvalidInputException if there is no manifest, or a finished run lacks a
	 * file or has a broken one
	 */
	public static Result of(Path folder) {
		return charted(folder).result();
	}

	/**
	 * Analyses every run that was finished, and makes its charts of the same reading.
	 * @param folder folder of the result
	 * @throws InvalidInputException if there is no manifest, or a finished run lacks a
	 * file or has a broken one
	 */
	public static ChartedResult charted(Path folder) {
		Manifest manifest = JsonFile.read(folder.resolve(RAW).resolve(Manifest.FILE), Manifest.class);
		Experiment experiment = manifest.experiment();
		List<Run> planned = Schedule.of(experiment, manifest.rounds(), manifest.seed());
		List<Run> finished = new ArrayList<>();
		List<RunFacts> facts = new ArrayList<>();
		for (Run run : planned) {
			if (isFinished(folder, run)) {
				try {
					facts.add(RunFacts.read(files(folder, run)));
					finished.add(run);
				}
				catch (RunFailedException ex) {
					// It ended, but there is nothing to judge it by: as if it had not.
				}
			}
		}
		List<RunResult> runs = results(experiment, finished, facts);
		boolean complete = runs.size() == planned.size();
		Summaries summaries = new Summaries(experiment);
		Result result = new Result(Result.SCHEMA_VERSION, experiment.name(), experiment.question(), manifest.seed(),
				manifest.rounds(), manifest.quick(), manifest.command(),
				complete && runs.stream().allMatch(RunResult::valid), complete, manifest.environment(), runs,
				summaries.of(runs), words(summaries, runs, complete), experiment.prediction(), Spoiled.all(folder));
		return new ChartedResult(result, RunCharts.of(facts));
	}

	private static String words(Summaries summaries, List<RunResult> runs, boolean complete) {
		boolean stressed = runs.stream().anyMatch((run) -> run.stress() != null && run.stress().stressed());
		List<String> variants = summaries.of(runs).stream().map(Summary::variant).toList();
		return (stressed && runs.stream().allMatch(RunResult::valid)) ? StressVerdict.words(runs, variants, complete)
				: new Verdict(summaries, runs).words(complete);
	}

	/**
	 * Analyses one run that was finished, as far as it can be judged without the others.
	 * @param folder folder of the result
	 * @throws InvalidInputException if a file is missing or broken
	 * @throws RunFailedException if the probe saw too little of the run
	 */
	public static RunResult of(Path folder, Experiment experiment, Run run) {
		return results(experiment, List.of(run), List.of(RunFacts.read(files(folder, run)))).getFirst();
	}

	/**
	 * Whether a run that was judged alone found the machine full, and nothing else wrong
	 * that a full machine does not explain: the runs of the same variant at fewer users
	 * will tell whether it had to be full.
	 */
	public static boolean isUndecided(RunResult result, Run run) {
		List<String> failed = result.failedChecks().stream().map(Check::name).toList();
		return failed.contains("machine-idle") && EXCUSED.containsAll(failed)
				&& run.variant().load().users().stream().anyMatch((users) -> users < run.users());
	}

	/**
	 * The CPU law of a run is known by the others, so all are read before one is judged.
	 */
	private static List<RunResult> results(Experiment experiment, List<Run> runs, List<RunFacts> facts) {
		List<Measured> all = facts.stream().map(RunFacts::measured).toList();
		Prediction prediction = experiment.prediction();
		List<RunResult> results = new ArrayList<>();
		for (int i = 0; i < runs.size(); i++) {
			results.add(RunAnalysis.of(all.get(i), experiment.expect(), runs.get(i).variant().published(),
					RAW + "/" + runs.get(i).id(), CpuLaw.of(all.get(i), all),
					(prediction != null) ? prediction.formula() : null));
		}
		return results;
	}

	private static boolean isFinished(Path folder, Run run) {
		Path files = files(folder, run);
		return Files.exists(files.resolve(RunRecord.FILE))
				&& JsonFile.read(files.resolve(RunRecord.FILE), RunRecord.class).complete();
	}

	private static Path files(Path folder, Run run) {
		return folder.resolve(RAW).resolve(run.id());
	}

}
