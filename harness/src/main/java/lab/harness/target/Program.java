package lab.harness.target;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What to run in a JVM of its own, wherever that is.
 *
 * @param name what to call it in messages
 * @param module the module whose jar or image it is
 * @param flags flags of the JVM after those that the module always has, so that they win
 * @param arguments arguments of the program
 * @param processors the processors it may use, empty for all
 * @param jdk the major version it must run on, or null for the run's own
 */
public record Program(String name, String module, List<String> flags, List<String> arguments, List<Integer> processors,
		@Nullable Integer jdk) {

	/** The module that makes the load. */
	public static final String JMETER = "jmeter";

	public Program {
		flags = List.copyOf(flags);
		arguments = List.copyOf(arguments);
		processors = List.copyOf(processors);
	}

}
