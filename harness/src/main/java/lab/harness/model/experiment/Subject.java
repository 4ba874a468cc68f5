package lab.harness.model.experiment;

import java.nio.file.Path;
import java.util.List;

import lab.harness.model.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * The thing that a run measures: a service under load, a program of its own, or a load
 * that was recorded elsewhere.
 */
public sealed interface Subject permits Service, Program, RecordedLoad {

	/** Disables the optimising compiler: code is soon warm, and costs more CPU. */
	String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

	int LEAST_JDK = 21;

	int MOST_JDK = 99;

	/** Flags of its JVM, which override the shipped ones. */
	default List<String> jvm() {
		return List.of();
	}

	default boolean hasOpenLoadOrFaults() {
		return false;
	}

	Subject at(Point point);

	/** The subject with its files relative to that of the experiment. */
	default Subject resolved(Path experiment) {
		return this;
	}

	/** Whether its JVM uses the optimising compiler, which needs a longer warm-up. */
	default boolean isOptimised() {
		return !jvm().contains(QUICK_COMPILER);
	}

	static List<String> checkedFlags(@Nullable List<String> flags) {
		List<String> checked = (flags != null) ? List.copyOf(flags) : List.of();
		checked.forEach((flag) -> InvalidInputException.require(flag.startsWith("-") && !flag.contains(" "), "jvm",
				"invalid JVM flag '" + flag + "'; write one flag an entry, such as -Xmx256m"));
		return checked;
	}

	/** Replaces <code>${axis}</code> by the value of the point. */
	static String at(String text, Point point) {
		return text.replace("${" + point.axis() + "}", point.text());
	}

}
