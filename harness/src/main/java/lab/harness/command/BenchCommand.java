package lab.harness.command;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import lab.harness.model.Durations;
import lab.harness.model.InvalidInputException;
import lab.harness.report.Language;
import lab.harness.run.BugReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command {@code bench}. Standard output is the result, standard error the progress.
 * Exit codes: 0 done and answered, 1 a run failed or left the question open, 2 wrong
 * usage or input, 130 interrupted.
 */
@Command(name = "bench", mixinStandardHelpOptions = true,
		description = "The reference laboratory for concurrency models on the JVM.",
		footer = { "", "The main job: bench run comparison",
				"A service of your own: bench init --jar target/orders.jar --path /orders/42" })
public final class BenchCommand {

	static final int FAILED = 1;

	static final int WRONG_USAGE = 2;

	/** The exit code that a shell reports for a process ended by SIGINT: 128 + 2. */
	static final int INTERRUPTED = 130;

	@Option(names = "--lang", scope = ScopeType.INHERIT, paramLabel = "LANGUAGE",
			description = "Language of reports and messages: en or zh (default: that of the system). result.json is English.")
	private @Nullable Language language;

	private BenchCommand() {
	}

	public static void main(String[] args) {
		int code = run(args, CommandContext.ofProcess(System.out, System.err));
		// After Ctrl-C the JVM is on its way out with that code, and would wait for us
		// for ever.
		if (code != INTERRUPTED) {
			System.exit(code);
		}
	}

	static int run(String[] args, CommandContext context) {
		CommandLine line = commandLine(context);
		line.setOut(new PrintWriter(context.out(), true, StandardCharsets.UTF_8));
		line.setErr(new PrintWriter(context.err(), true, StandardCharsets.UTF_8));
		context.terminal().speak(language(args));
		line.setParameterExceptionHandler((ex, arguments) -> wrongUsage(ex, context.err()));
		line.setExecutionExceptionHandler((ex, command, result) -> {
			if (ex instanceof InterruptedException) {
				context.err().println("\nbench: interrupted before the first run");
				return INTERRUPTED;
			}
			if (!(ex instanceof InvalidInputException input)) {
				return bug(ex, context);
			}
			context.err()
				.println("bench: " + (input.key().startsWith("--") ? input.key() + ": " : "") + ex.getMessage());
			return WRONG_USAGE;
		});
		if (args.length == 0) {
			line.usage(context.err());
			return WRONG_USAGE;
		}
		return line.execute(args);
	}

	/** Reads the language before all other words, one of which may have to be refused. */
	private static @Nullable Language language(String[] args) {
		BenchCommand bench = new BenchCommand();
		CommandLine line = new CommandLine(bench).setUnmatchedArgumentsAllowed(true)
			.setCaseInsensitiveEnumValuesAllowed(true);
		line.getCommandSpec().parser().collectErrors(true);
		line.parseArgs(args);
		return bench.language;
	}

	static CommandLine commandLine(CommandContext context) {
		CommandLine line = new CommandLine(new BenchCommand()).addSubcommand(new ListCommand(context))
			.addSubcommand(new InitCommand(context))
			.addSubcommand(new RunCommand(context))
			.addSubcommand(new LessonCommand(context))
			.addSubcommand(new AdviseCommand(context))
			.addSubcommand(new ReportCommand(context))
			.addSubcommand(new CompareCommand(context))
			.addSubcommand(new RecordCommand(context))
			.addSubcommand(new SiteCommand(context))
			.addSubcommand(new DoctorCommand(context))
			.addSubcommand(new LiveCommand(context))
			.addSubcommand(new FaultCommand(context))
			.addSubcommand(new OpenCommand(context))
			.addSubcommand(new PrepareCommand(context))
			.addSubcommand(new PackCommand(context));
		String version = BenchCommand.class.getPackage().getImplementationVersion();
		line.getCommandSpec()
			.version("bench " + ((version != null) ? version : "from sources") + ", Java " + Runtime.version());
		line.registerConverter(Duration.class, (text) -> duration(Durations::parse, text));
		return line.setCaseInsensitiveEnumValuesAllowed(true);
	}

	/** Reads an option; picocli shows the message only of its own exception. */
	static Duration duration(Function<String, Duration> parser, String text) {
		try {
			return parser.apply(text);
		}
		catch (InvalidInputException ex) {
			throw new CommandLine.TypeConversionException(ex.getMessage());
		}
	}

	private static int wrongUsage(ParameterException ex, PrintStream err) {
		CommandLine command = ex.getCommandLine();
		String message = (ex instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()
				&& !command.getSubcommands().isEmpty())
						? "unknown command '" + unmatched.getUnmatched().getFirst() + "'; accepted: "
								+ String.join(", ", command.getSubcommands().keySet())
						: String.valueOf(ex.getMessage()).lines().findFirst().orElse("wrong usage");
		err.println(
				"bench: " + message + "; see '" + ex.getCommandLine().getCommandSpec().qualifiedName() + " --help'");
		return WRONG_USAGE;
	}

	/** The refusal of a file that cannot be used. */
	static InvalidInputException unusable(FileSystemException ex) {
		return new InvalidInputException(
				"the file " + ex.getFile() + " cannot be read or written: " + InvalidInputException.reason(ex), ex);
	}

	/**
	 * Keeps the stack trace of a bug in a file and prints its path.
	 * @param folders the preferred folders of the file, before the build folder
	 * @return the exit code
	 */
	static int bug(Exception ex, CommandContext context, Path... folders) {
		List<Path> all = new ArrayList<>(List.of(folders));
		all.add(context.root().resolve("target"));
		context.err().println("bench: " + BugReport.write(ex, all.toArray(Path[]::new)));
		return FAILED;
	}

}
