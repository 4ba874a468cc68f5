package lab.harness.report;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The colours of the page by WCAG 2.2: AA asks 4.5 of text (1.4.3) and 3 of lines and
 * bars (1.4.11).
 */
class ContrastTests {

	@ParameterizedTest
	@ValueSource(strings = { ":root {", ":root:not([data-paper]) {" })
	void colourWhenOnItsBackgroundShouldReachAa(String scheme) {
		Map<String, String> colours = colours(scheme);
		for (String background : new String[] { "paper", "raised" }) {
			for (String text : new String[] { "ink", "soft", "good", "bad" }) {
				assertThat(contrast(colours, text, background)).as(text).isGreaterThan(4.5);
			}
		}
		for (int line = 1; line <= 6; line++) {
			assertThat(contrast(colours, "v" + line, "paper")).as("v" + line).isGreaterThan(3);
		}
	}

	private static Map<String, String> colours(String scheme) {
		String css = Report.read("page.css");
		String block = css.substring(css.indexOf(scheme), css.indexOf('}', css.indexOf(scheme)));
		return Pattern.compile("--(\\w+): #(\\w+);")
			.matcher(block)
			.results()
			.collect(Collectors.toMap((match) -> match.group(1), ContrastTests::sixDigits));
	}

	private static String sixDigits(MatchResult match) {
		String hex = match.group(2);
		return (hex.length() == 6) ? hex : hex.replaceAll("(.)", "$1$1");
	}

	private static double contrast(Map<String, String> colours, String one, String other) {
		double a = luminance(colours.getOrDefault(one, "none"));
		double b = luminance(colours.getOrDefault(other, "none"));
		return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
	}

	private static double luminance(String hex) {
		return 0.2126 * linear(hex, 0) + 0.7152 * linear(hex, 2) + 0.0722 * linear(hex, 4);
	}

	private static double linear(String hex, int at) {
		double value = Integer.parseInt(hex.substring(at, at + 2), 16) / 255.0;
		return (value <= 0.04045) ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
	}

}
