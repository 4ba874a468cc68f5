package lab.harness.run.process;

import java.util.List;

import lab.harness.model.experiment.Cpus;
import org.jspecify.annotations.Nullable;

/**
 * The command of a JVM, before the launcher adds the jar and the flags of its module.
 *
 * @param module the module whose jar runs, such as {@code webflux}
 * @param flags flags of the JVM, after those that the module always has, so that they win
 * @param arguments arguments of the program; those of {@value #PROGRAMS} begin with the
 * main class
 * @param processors the processors it may use, empty for all
 * @param jdk major version of its JDK, or null for the default one
 * @param cpus a limit in place of the processors, or null
 */
public record JvmSpec(String name, String module, List<String> flags, List<String> arguments, List<Integer> processors,
		@Nullable Integer jdk, @Nullable Cpus cpus) {

	public static final String BACKEND = "slow-backend";

	public static final String JMETER = "jmeter";

	/** The module of the programs that need no server. */
	public static final String PROGRAMS = "programs";

	/** The command of a JVM without a limit of its own. */
	public JvmSpec(String name, String module, List<String> flags, List<String> arguments, List<Integer> processors,
			@Nullable Integer jdk) {
		this(name, module, flags, arguments, processors, jdk, null);
	}

}
