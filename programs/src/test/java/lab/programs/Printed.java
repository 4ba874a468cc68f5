package lab.programs;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Collects the lines that a program prints.
 */
public final class Printed {

	private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

	/** Returns an output whose lines are kept. */
	public Output output(boolean json) {
		return new Output(new PrintStream(this.bytes, true, StandardCharsets.UTF_8), json);
	}

	/** Returns the names of the checks, and asserts that each check passed. */
	public List<String> checks() {
		return checks(lines());
	}

	static List<String> checks(List<String> lines) {
		Pattern check = Pattern.compile("\\{\"check\":\"(\\w+)\",\"value\":(\\d+),\"expected\":(\\d+)}");
		List<String> names = new ArrayList<>();
		for (String line : lines) {
			Matcher matcher = check.matcher(line);
			if (matcher.matches()) {
				assertThat(matcher.group(2)).as(line).isEqualTo(matcher.group(3));
				names.add(matcher.group(1));
			}
		}
		return names;
	}

	public List<String> lines() {
		return this.bytes.toString(StandardCharsets.UTF_8).lines().toList();
	}

}
