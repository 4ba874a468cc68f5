package lab.harness.report;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import lab.harness.probe.RunRecord;

/**
 * The commands of a run as a reader may see them: from the project's folder, whoever's it
 * was and wherever it lay.
 */
final class Commands {

	/** Every load is made by a plan of the project, so that tells where it lay. */
	private static final Pattern PLAN = Pattern.compile("(.*[/\\\\])jmeter[/\\\\][^/\\\\]+\\.jmx");

	private Commands() {
	}

	/** Flags of the JVM, between the program and its jar. */
	static String flags(List<String> command) {
		int jar = command.indexOf("-jar");
		return (jar <= 1) ? "none" : String.join(" ", command.subList(1, jar));
	}

	/** The same command without the folders above the project and the JDK. */
	static List<String> relative(List<String> command, RunRecord.Commands commands) {
		String root = commands.generator()
			.stream()
			.map(PLAN::matcher)
			.filter(Matcher::matches)
			.map((plan) -> plan.group(1))
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
