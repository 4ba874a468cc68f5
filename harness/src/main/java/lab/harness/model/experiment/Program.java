package lab.harness.model.experiment;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import lab.harness.model.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * A program of {@code programs/}: a JMH benchmark, or a class with a main method that
 * prints JSON lines.
 *
 * @param program its class, such as {@code lab.programs.pools.CpuPool}; or its source
 * file below the checkout, which Java compiles as it starts
 * @param arguments arguments besides the variant and the point, which it always gets
 * @param takes approximate duration of a run; null means 20 s
 * @param ceiling the limit of its throughput, or null; with {@link Ceiling#CPU}
 * min(threads, cores) / service time, with the service time of the same variant and one
 * thread
 * @param jdk major version of its JDK, or null for the one of the harness
 */
public record Program(String program, List<String> arguments, @Nullable Duration takes, @Nullable Ceiling ceiling,
		List<String> jvm, @Nullable Integer jdk) implements Subject {

	/** The argument that stands for a short form. */
	public static final String QUICK = "--quick";

	public Program {
		arguments = List.copyOf(Objects.requireNonNullElse(arguments, List.of()));
		jvm = Subject.checkedFlags(jvm);
		InvalidInputException.requireRange("jdk", jdk, Subject.LEAST_JDK, Subject.MOST_JDK);
	}

	/**
	 * Whether it is started from its source, because it needs a newer JDK or a preview.
	 */
	public boolean isSource() {
		return this.program.endsWith(".java");
	}

	@Override
	public Program at(Point point) {
		return new Program(this.program, this.arguments.stream().map((text) -> Subject.at(text, point)).toList(),
				this.takes, this.ceiling, this.jvm.stream().map((flag) -> Subject.at(flag, point)).toList(), this.jdk);
	}

	public enum Ceiling {

		CPU;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
