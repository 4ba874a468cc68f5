package lab.harness.run.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Asks git about a checkout.
 */
public final class Git {

	/**
	 * A file where there is no git: in a container image and in a packed folder. It names
	 * the commit of the build, followed by {@value #DIRTY} if files had changed.
	 */
	public static final String COMMIT = "commit";

	public static final String DIRTY = "-dirty";

	private Git() {
	}

	/** The text for the file {@value #COMMIT}, or null where there is no git. */
	public static @Nullable String commit(Path root) {
		String commit = run(root, "rev-parse", "--short=12", "HEAD");
		String status = run(root, "status", "--porcelain");
		return (commit == null || status == null || status.isEmpty()) ? commit : commit + DIRTY;
	}

	/** Whether a commit is the one that is checked out, or one of its ancestors. */
	public static boolean isInHistory(Path root, String commit) {
		return run(root, "merge-base", "--is-ancestor", commit, "HEAD") != null;
	}

	/** Whether a file of the checked-out commit is as it was in an earlier one. */
	public static boolean isUnchanged(Path root, String commit, String file) {
		return run(root, "diff", "--quiet", commit, "HEAD", "--", file) != null;
	}

	/** Returns the output of git, or null if it fails: without git, or a checkout. */
	public static @Nullable String run(Path root, String... arguments) {
		ProcessBuilder command = new ProcessBuilder("git").directory(root.toFile());
		command.command().addAll(List.of(arguments));
		try {
			CommandOutput output = CommandOutput.of(command.redirectError(Redirect.DISCARD), Duration.ofSeconds(10));
			return (output.code() == 0) ? output.out() : null;
		}
		catch (IOException ex) {
			return null;
		}
	}

}
