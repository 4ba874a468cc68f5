package lab.harness.report;

import java.util.List;
import java.util.stream.Collectors;

import lab.harness.probe.RunRecord;

/**
 * The commands of a run as a reader may see them: from the project's folder, whoever's it
 * was and wherever it lay.
 */
final class Commands {

	/** Every run started this jar, so it tells where the project lay. */
	private static final String BACKEND = "slow-backend/target/slow-backend.jar";

	private Commands() {
	}

	/** Flags of the JVM, between the program and its jar. */
	static String flags(List<String> command) {
		int jar = command.indexOf("-jar");
		return (jar <= 1) ? "none" : String.join(" ", command.subList(1, jar));
	}

	/** The same command without the folders above the project and the JDK. */
	static List<String> relative(List<String> command, RunRecord.Commands commands) {
		String root = commands.backend()
			.stream()
			.filter((word) -> word.replace('\\', '/').endsWith(BACKEND))
			.map((word) -> word.substring(0, word.length() - BACKEND.length()))
			.findFirst()
			.orElse("");
		return command.stream()
			.map((word) -> word.replaceFirst("^.*[/\\\\]bin[/\\\\](?=java(\\.exe)?$)", ""))
			.map((word) -> root.isEmpty() ? word : word.replace(root, ""))
			.toList();
	}

	/** A line for a POSIX shell. */
	static String line(List<String> words) {
		return words.stream().map(EnvironmentSection::quote).collect(Collectors.joining(" "));
	}

}
