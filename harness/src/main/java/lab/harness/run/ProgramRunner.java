package lab.harness.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Program;
import lab.harness.model.experiment.Run;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Knowledge;
import lab.harness.model.result.Placement;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.Sample;
import lab.harness.model.result.Sample.ProcessSample;
import lab.harness.run.Launcher.Installation;
import lab.harness.run.Progress.Phase;
import lab.harness.run.process.ChildProcess;
import lab.harness.run.process.JvmSpec;
import lab.harness.run.process.Kernel;
import lab.wire.AppLedger;
import lab.wire.BackendCounters;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a run of a program in one JVM: a JMH benchmark, or a class with a main
 * method that prints JSON lines. Leaves {@code run.json}, {@code probe.jsonl},
 * {@code app.log}, and {@code jmh.json} or {@code program.jsonl}.
 */
record ProgramRunner(Launcher launcher, Placement placement, Progress progress, Duration limit) implements Runner {

	/** A program that takes longer hangs. */
	static final Duration LIMIT = Duration.ofMinutes(10);

	private static final Duration FIRST_PERIOD = Duration.ofMillis(100);

	private static final List<String> QUICK_ITERATIONS = List.of("-wi", "1", "-w", "500ms", "-i", "3", "-r", "500ms");

	@Override
	public void requireStartable(Run run, boolean together) {
		Program program = program(run);
		this.launcher.require(JvmSpec.PROGRAMS, program.jdk());
		if (program.isSource()) {
			Path source = this.launcher.root().resolve(program.program());
			if (!Files.isRegularFile(source)) {
				throw new InvalidInputException("program: " + source + " is missing");
			}
			return;
		}
		if (this.launcher.entry(JvmSpec.PROGRAMS, program.program().replace('.', '/') + ".class") == null) {
			throw new InvalidInputException(
					"program: " + this.launcher.jar(JvmSpec.PROGRAMS) + " has no class " + program.program());
		}
	}

	@Override
	public List<Installation> installations(Run run) {
		return List.of(this.launcher.installation(JvmSpec.PROGRAMS, program(run).jdk()));
	}

	@Override
	public boolean run(List<Evidence> group, boolean ifRoom, Predicate<Duration> isTimeFor)
			throws InterruptedException {
		Evidence evidence = group.getFirst();
		Run run = evidence.run();
		Program program = program(run);
		Path folder = evidence.folder().toAbsolutePath();
		boolean benchmark = isBenchmark(program.program());
		String name = program.program().replaceFirst("\\.java$", "").replaceFirst(".*[./]", "");
		JvmSpec spec = new JvmSpec(name, JvmSpec.PROGRAMS, program.jvm(),
				benchmark ? benchmarkArguments(run, folder.resolve(evidence.jmh().getFileName())) : mainArguments(run),
				this.placement.app(), program.jdk());
		this.progress.phase(Phase.MEASURING, Duration.ZERO);
		long childrenCpuBefore = Kernel.endedChildrenCpuMillis();
		try (ChildProcess jvm = this.launcher.start(spec, folder, folder.resolve("app.log"))) {
			measure(evidence, jvm, new Sampler(jvm, childrenCpuBefore));
			if (!benchmark) {
				copyJsonLines(folder.resolve("app.log"), evidence.program());
			}
			else if (!Files.isRegularFile(evidence.jmh())) {
				throw new RunFailedException("JMH wrote no result of " + run.words(),
						jvm.lastLogLines(ChildProcess.LOG_TAIL));
			}
			return true;
		}
		catch (IOException ex) {
			throw new RunFailedException("cannot write into " + folder + ": " + ex.getMessage(), ex);
		}
	}

	/** Samples from the start of the program until after its end. */
	private void measure(Evidence evidence, ChildProcess jvm, Sampler sampler)
			throws InterruptedException, IOException {
		try (Probe probe = new Probe(sampler::sample, evidence.probe(), (sample) -> {
		}, Probe.PERIOD)) {
			probe.start();
			RunRecord begun = new RunRecord(evidence.run(), jvm.startedAt(), Knowledge.NONE, this.placement,
					new RunRecord.Preparation(Duration.ZERO, null, null, null),
					new RunRecord.Commands(jvm.command(), List.of(), List.of()), null, null);
			DataFile.write(evidence.record(), begun);
			// A program that takes less than a second is sampled more often.
			Instant second = Instant.now().plusSeconds(1);
			new LoadWatch(List.of(), () -> Instant.now().isBefore(second) ? FIRST_PERIOD : Probe.PERIOD).await(jvm,
					this.limit, () -> {
						probe.check();
						sampler.read();
						return true;
					});
			probe.end();
			probe.sample();
			DataFile.write(evidence.record(),
					begun.ended(new RunRecord.End(null, probe.skipped(), List.of(), null, null)));
		}
	}

	/** The benchmark method has the name of the variant in camel case. */
	private static List<String> benchmarkArguments(Run run, Path result) {
		Program program = program(run);
		String method = Pattern.compile("-(.)")
			.matcher(run.variant().name())
			.replaceAll((match) -> match.group(1).toUpperCase(Locale.ROOT));
		List<String> arguments = new ArrayList<>(
				List.of("org.openjdk.jmh.Main", "^" + (program.program() + "." + method).replace(".", "\\.") + "$",
						"-f", "0", "-foe", "true", "-rf", "json", "-rff", result.toString()));
		Point point = run.point();
		if (!point.axis().isEmpty()) {
			arguments.addAll(List.of("-p", point.axis() + "=" + point.text()));
		}
		program.arguments()
			.forEach((argument) -> arguments
				.addAll(argument.equals(Program.QUICK) ? QUICK_ITERATIONS : List.of(argument)));
		return arguments;
	}

	private List<String> mainArguments(Run run) {
		Program program = program(run);
		String main = program.isSource() ? this.launcher.root().resolve(program.program()).toString()
				: program.program();
		List<String> arguments = new ArrayList<>(List.of(main, "--json", "--variant=" + run.variant().name()));
		Point point = run.point();
		if (!point.axis().isEmpty()) {
			arguments.add("--" + point.axis() + "=" + point.text());
		}
		arguments.addAll(program.arguments());
		return arguments;
	}

	/** JMH lists its benchmarks in the jar, the words of a line separated by blanks. */
	private boolean isBenchmark(String name) {
		byte[] list = this.launcher.entry(JvmSpec.PROGRAMS, "META-INF/BenchmarkList");
		return list != null && new String(list).lines().anyMatch((line) -> List.of(line.split(" ")).contains(name));
	}

	private static void copyJsonLines(Path log, Path file) throws IOException {
		// What else the program printed may be in another encoding.
		Files.write(file,
				new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines()
					.filter((line) -> line.startsWith("{"))
					.toList());
	}

	private static Program program(Run run) {
		return (Program) run.variant().subject();
	}

	/**
	 * Samples a program and its machine. Once the program has ended, a sample holds the
	 * figures that were read last, and the processor time of its whole life.
	 */
	private static final class Sampler {

		private final ChildProcess program;

		private final long childrenCpuBefore;

		private @Nullable ProcessSample last;

		Sampler(ChildProcess program, long childrenCpuBefore) {
			this.program = program;
			this.childrenCpuBefore = childrenCpuBefore;
		}

		/** Reads the program's figures, and keeps them for a sample after its end. */
		synchronized @Nullable ProcessSample read() {
			this.last = this.program.kernel().process().orElse(this.last);
			return this.last;
		}

		synchronized Optional<Sample> sample() {
			boolean ended = !this.program.isAlive();
			ProcessSample process = read();
			if (process == null) {
				return Optional.empty();
			}
			if (ended) {
				long cpuMillis = Kernel.endedChildrenCpuMillis() - this.childrenCpuBefore;
				process = new ProcessSample(Math.max(process.cpuMillis(), cpuMillis), process.rssBytes(),
						process.threads(), process.contextSwitches(), process.compilerMillis());
			}
			Sample.Processes processes = new Sample.Processes(process, null, null);
			return Optional.of(new Sample(System.currentTimeMillis(), true, processes, this.program.kernel().machine(),
					0, AppLedger.NONE, BackendCounters.NONE, Map.of()));
		}

	}

}
