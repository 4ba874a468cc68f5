package lab.harness.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import lab.harness.command.BenchModel;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code docs/reference/options.md} against picocli's model of the command.
 */
class OptionsPageTests {

	private static final Page PAGE = Page.of("docs/reference/options.md");

	private final CommandLine bench = BenchModel.of(Page.ROOT);

	@Test
	void pageShouldHaveASectionForEachCommand() {
		List<String> sections = PAGE.lines().stream().filter((line) -> line.startsWith("## bench ")).toList();
		assertThat(sections).containsExactlyInAnyOrderElementsOf(
				this.bench.getSubcommands().keySet().stream().map((name) -> "## bench " + name).toList());
	}

	@Test
	void sectionShouldListTheOptionsAndParametersOfItsCommand() {
		this.bench.getSubcommands().forEach((name, command) -> PAGE.mustList("## bench " + name, words(command)));
	}

	@Test
	void pageShouldListTheOptionsOfEveryCommand() {
		PAGE.mustList("## Every command", this.bench.getCommandSpec()
			.options()
			.stream()
			.flatMap((option) -> (option.arity().max() > 0) ? Stream.of(word(option)) : Stream.of(option.names()))
			.toList());
	}

	@Test
	void pageShouldListTheExitCodes() {
		PAGE.mustList("## Exit codes", BenchModel.EXIT_CODES.stream().map(String::valueOf).toList());
	}

	private static List<String> words(CommandLine command) {
		CommandSpec spec = command.getCommandSpec();
		List<String> words = new ArrayList<>();
		spec.positionalParameters().forEach((parameter) -> words.add(parameter.paramLabel()));
		spec.options()
			.stream()
			.filter((option) -> !option.inherited() && !option.usageHelp() && !option.versionHelp())
			.forEach((option) -> words.add(word(option)));
		return words;
	}

	private static String word(OptionSpec option) {
		return option.longestName() + ((option.arity().max() > 0) ? " " + option.paramLabel() : "");
	}

}
