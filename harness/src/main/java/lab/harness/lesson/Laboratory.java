package lab.harness.lesson;

import java.io.IOException;
import java.nio.file.Path;

import lab.harness.analysis.Findings;
import org.jspecify.annotations.Nullable;

/**
 * Measures the experiments of the lessons.
 */
@FunctionalInterface
public interface Laboratory {

	/**
	 * Measures an experiment once, and repeats no disturbed run.
	 * @return null if it was stopped, which the participant was told
	 * @throws lab.harness.model.InvalidInputException if it cannot be started
	 */
	@Nullable Findings measure(Path experiment) throws IOException, InterruptedException;

}
