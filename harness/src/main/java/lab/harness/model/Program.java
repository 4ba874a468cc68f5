package lab.harness.model;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A program of {@code programs/} that needs no server: a JMH benchmark, or a class with a
 * main method that prints JSON lines.
 *
 * @param program its class, such as {@code lab.programs.pools.CpuPool}; or its source
 * file, below the checkout, which Java compiles as it starts
 * @param arguments arguments besides the variant and the point, which it always gets
 * @param takes how long a run takes, about; {@code null} means 20 s
 * @param ceiling what limits it in theory, or null where nothing is known
 * @param jvm flags of its JVM
 * @param jdk major version of its JDK, or null for the one of the harness
 */
public record Program(String program, List<String> arguments, @Nullable Duration takes, @Nullable Ceiling ceiling,
		List<String> jvm, @Nullable Integer jdk) implements Subject {

	public Program {
		arguments = List.copyOf(Objects.requireNonNullElse(arguments, List.of()));
		jvm = Subject.checkedFlags(jvm);
		Subject.checkJdk(jdk);
	}

	/**
	 * Whether it is started from its source, as what needs a newer JDK or a preview is.
	 */
	public boolean isSource() {
		return this.program.endsWith(".java");
	}

	@Override
	public Program at(Point point) {
		return new Program(this.program, this.arguments.stream().map((text) -> Subject.at(text, point)).toList(),
				this.takes, this.ceiling, this.jvm.stream().map((flag) -> Subject.at(flag, point)).toList(), this.jdk);
	}

	/** What limits the throughput of a program. */
	public enum Ceiling {

		/**
		 * The processors: min(threads, cores) / service time, where the service time is
		 * that of the same variant with one thread.
		 */
		CPU;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
