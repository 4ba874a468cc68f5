package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every link from one file of the project to another leads somewhere.
 */
class LinksTests {

	private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

	@Test
	void linkWhenRelativeShouldLeadToAFileAndItsHeading() throws IOException {
		List<Page> pages = Page.all();
		assertThat(pages).extracting((page) -> page.path().normalize().toString()).contains("../README.md");
		for (Page page : pages) {
			LINK.matcher(String.join("\n", page.lines()))
				.results()
				.map((match) -> match.group(1))
				.filter((link) -> !link.contains(":"))
				.forEach((link) -> check(page, link));
		}
	}

	private static void check(Page page, String link) {
		String[] parts = link.split("#", 2);
		Path file = parts[0].isEmpty() ? page.path() : page.path().resolveSibling(parts[0]);
		assertThat(Files.exists(file)).as("the link %s in %s", link, page.path()).isTrue();
		if (parts.length == 2) {
			assertThat(Page.text(file).lines().filter((line) -> line.startsWith("#")).map(LinksTests::anchor))
				.as("the heading of the link %s in %s", link, page.path())
				.contains(parts[1]);
		}
	}

	/** As GitHub makes it of a heading. */
	private static String anchor(String heading) {
		return heading.replaceFirst("^#+ ", "")
			.toLowerCase(Locale.ROOT)
			.replaceAll("[^\\p{L}\\p{N} _-]", "")
			.replace(' ', '-');
	}

}
