package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.Program;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Environment;
import lab.harness.model.result.Result;
import lab.harness.run.process.Git;
import org.jspecify.annotations.Nullable;

/**
 * Whether a record is still that of its experiment and of the code that this checkout
 * would measure.
 *
 * @param root the checkout
 * @param hasHistory whether git knows all its commits; nothing is said of a record
 * otherwise
 */
public record RecordAge(Path root, boolean hasHistory) {

	/** Modules whose versions a record names and that are no shipped services. */
	private static final Set<String> NO_SERVICES = Set.of("jmeter", "programs", "service");

	/** The age of the records of a checkout. */
	public static RecordAge of(Path root) {
		String shallow = Git.run(root, "rev-parse", "--is-shallow-repository");
		return new RecordAge(root, shallow != null && shallow.strip().equals("false"));
	}

	/**
	 * Why a record is not that of this checkout, or null if it is.
	 * @param experiment the experiment as it is now
	 */
	public @Nullable String outdated(Experiment experiment, Result record) throws IOException {
		if (!this.hasHistory) {
			return null;
		}
		Environment environment = Objects.requireNonNull(record.environment());
		if (environment.dirty()) {
			return "measured with uncommitted changes";
		}
		if (!Git.isInHistory(this.root, environment.commit())) {
			return "measured at a commit that is not in this history";
		}
		String file = "experiments/" + experiment.name() + ExperimentFile.EXTENSION;
		String before = Git.run(this.root, "show", environment.commit() + ":" + file);
		if (before == null || !ExperimentFile.measureTheSame(before, Files.readString(this.root.resolve(file)))) {
			return "older than its experiment";
		}
		return hasChanged(environment.commit(), sources(experiment, environment)) ? "older than its code" : null;
	}

	/** The sources of the programs, or of the services that were measured. */
	private static List<String> sources(Experiment experiment, Environment environment) {
		List<String> sources = new ArrayList<>();
		for (Variant variant : experiment.variants()) {
			if (variant.subject() instanceof Program program) {
				sources.add("programs/src/main/java/" + program.program().replace('.', '/') + ".java");
			}
		}
		if (experiment.ofServices()) {
			environment.software()
				.libraries()
				.keySet()
				.stream()
				.filter((module) -> !NO_SERVICES.contains(module))
				.forEach((module) -> sources.add(module + "/src/main"));
			sources.add("service-common/src/main");
		}
		return sources;
	}

	/** Whether any line of the files changed that is no comment and no import. */
	private boolean hasChanged(String commit, List<String> sources) {
		if (sources.isEmpty()) {
			return false;
		}
		String[] command = Stream
			.concat(Stream.of("diff", "--unified=0", "--ignore-all-space", "--ignore-blank-lines", commit, "--"),
					sources.stream())
			.toArray(String[]::new);
		String diff = Git.run(this.root, command);
		return diff == null || diff.lines()
			.filter((line) -> line.matches("[-+](?![-+]{2}).*"))
			.map((line) -> line.substring(1).strip())
			.anyMatch((line) -> !line.isEmpty() && !line.matches("(//|/\\*|\\*|#|import |package ).*"));
	}

}
