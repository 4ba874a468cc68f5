package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

import lab.harness.experiment.InvalidInputException;
import lab.harness.probe.JsonFile;
import lab.harness.schedule.Run;

/**
 * A run that the machine spoiled: it was set aside, and made again. It counts nowhere,
 * and is told everywhere.
 *
 * @param variant the arm
 * @param point its load point in words, such as {@code 500 users}
 * @param round 1 for the first
 * @param failed the checks that it failed
 * @param raw the folder of its files, below that of the result
 */
public record Spoiled(String variant, String point, int round, List<Check> failed, String raw) {

	private static final String FILE = "spoiled.json";

	private static final String MARK = "-spoiled-";

	/**
	 * Checks of the machine and the instruments: who fails one was starved of CPU, or the
	 * machine changed while it was measured. What a model could be blamed for is not
	 * among them, so no model gets a second chance.
	 */
	private static final Set<String> OF_THE_MACHINE = Set.of("machine-idle", "machine-steal", "generator-idle",
			"probe-coverage", "backend-gave-what-it-drew", "law", "law-in-flight", "arrivals", "steady");

	/**
	 * Whether a run that was judged alone is to be made again.
	 */
	public static boolean is(RunResult result, Run run) {
		return !ResultAnalysis.isUndecided(result, run)
				&& result.failedChecks().stream().map(Check::name).anyMatch(OF_THE_MACHINE::contains);
	}

	/**
	 * Moves the files of a run aside and notes what it failed.
	 * @param folder folder of the result
	 * @throws IOException if they cannot be moved
	 */
	public static void setAside(Path folder, Run run, RunResult result) throws IOException {
		Path raw = folder.resolve(ResultAnalysis.RAW);
		Path aside = raw.resolve(run.id() + MARK + (count(folder, run) + 1));
		JsonFile.write(raw.resolve(run.id()).resolve(FILE), new Spoiled(run.variant().name(), result.point(),
				run.round(), result.failedChecks(), ResultAnalysis.RAW + "/" + aside.getFileName()));
		Files.move(raw.resolve(run.id()), aside);
	}

	/**
	 * How many times a run was set aside.
	 * @param folder folder of the result
	 */
	public static int count(Path folder, Run run) {
		return read(folder, run.id() + MARK + "*").size();
	}

	/**
	 * All that were set aside, in the order of their names.
	 * @param folder folder of the result
	 */
	public static List<Spoiled> all(Path folder) {
		return read(folder, "*" + MARK + "*");
	}

	private static List<Spoiled> read(Path folder, String names) {
		List<Spoiled> spoiled = new ArrayList<>();
		try (DirectoryStream<Path> runs = Files.newDirectoryStream(folder.resolve(ResultAnalysis.RAW), names)) {
			runs.forEach((run) -> spoiled.add(JsonFile.read(run.resolve(FILE), Spoiled.class)));
		}
		catch (IOException ex) {
			throw new InvalidInputException(folder.resolve(ResultAnalysis.RAW) + " cannot be read: " + ex.getMessage());
		}
		spoiled.sort(Comparator.comparing(Spoiled::raw));
		return spoiled;
	}

}
