package lab.harness.lesson;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;

import lab.harness.report.Language;
import org.jspecify.annotations.Nullable;

/**
 * Speaks to a participant and reads the answers.
 *
 * @param in the typed lines; at its end nobody is there to answer
 * @param terminal whether somebody types them now, so that a line may come too early
 */
public record Conversation(Language language, PrintStream out, BufferedReader in, boolean terminal) {

	/** A command line of this laboratory, as this system takes it. */
	public static String bench(String arguments) {
		return ((File.separatorChar == '\\') ? ".\\bench.cmd " : "./bench ") + arguments;
	}

	void say(Phrase phrase, Object... values) {
		say(phrase.in(this.language, values));
	}

	void say(Words words) {
		say(words.in(this.language));
	}

	void say(String line) {
		this.out.println(line);
	}

	/** Forgets what was typed while nothing was asked. */
	void forgetTyped() throws IOException {
		while (this.terminal && this.in.ready()) {
			this.in.readLine();
		}
	}

	/**
	 * Asks for a line.
	 * @return what was typed, or null if nobody answers
	 */
	@Nullable String ask(String prompt) throws IOException {
		this.out.print(prompt + " ");
		this.out.flush();
		String answer = this.in.readLine();
		if (answer == null) {
			this.out.println();
		}
		return answer;
	}

}
