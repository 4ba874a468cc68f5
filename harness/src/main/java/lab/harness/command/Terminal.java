package lab.harness.command;

import java.io.PrintStream;
import java.util.Objects;

import lab.harness.report.Language;
import org.jspecify.annotations.Nullable;

/**
 * Where a command prints, and the language that it speaks there.
 */
final class Terminal {

	private final boolean interactive;

	private final PrintStream out;

	private final PrintStream err;

	private Language language = Language.ofSystem();

	/**
	 * A terminal that speaks the language of the system.
	 * @param interactive whether standard error is shown to somebody who waits
	 */
	Terminal(boolean interactive, PrintStream out, PrintStream err) {
		this.interactive = interactive;
		this.out = out;
		this.err = err;
	}

	/**
	 * Chooses the language of what is printed from now on.
	 * @param chosen a language, or null for that of the system
	 */
	void speak(@Nullable Language chosen) {
		this.language = Objects.requireNonNullElseGet(chosen, Language::ofSystem);
	}

	boolean interactive() {
		return this.interactive;
	}

	Language language() {
		return this.language;
	}

	PrintStream out() {
		return this.language.stream(this.out);
	}

	PrintStream err() {
		return this.language.stream(this.err);
	}

}
