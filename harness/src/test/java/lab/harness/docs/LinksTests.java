package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every link from one file of the project to another leads somewhere, and so does every
 * name of a class.
 */
class LinksTests {

	/** A class with its package, or with its package of the harness. */
	private static final Pattern CLASS = Pattern
		.compile("(?:\\blab((?:\\.[a-z]+)+)\\.|`(model|run|analysis|report|command)[/.])([A-Z]\\w+)");

	private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

	private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");

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

	@Test
	void classWhenNamedShouldBeThatOfASource() throws IOException {
		Set<String> sources = sources();
		for (Page page : Page.all()) {
			assertThat(CLASS.matcher(String.join("\n", page.lines())).results().map(LinksTests::source))
				.as("classes named in %s", page.path().normalize())
				.isSubsetOf(sources);
		}
	}

	private static String source(MatchResult name) {
		String folder = (name.group(1) != null) ? name.group(1).substring(1).replace('.', '/')
				: "harness/" + name.group(2);
		return "lab/" + folder + "/" + name.group(3) + ".java";
	}

	private static Set<String> sources() throws IOException {
		try (Stream<Path> modules = Files.list(Page.ROOT)) {
			Set<String> sources = new HashSet<>();
			for (Path module : modules.map((folder) -> folder.resolve("src/main/java"))
				.filter(Files::isDirectory)
				.toList()) {
				try (Stream<Path> files = Files.walk(module)) {
					files.forEach((file) -> sources.add(module.relativize(file).toString().replace('\\', '/')));
				}
			}
			return sources;
		}
	}

	private static void check(Page page, String link) {
		String[] parts = link.split("#", 2);
		Path file = parts[0].isEmpty() ? page.path() : page.path().resolveSibling(parts[0]);
		assertThat(Files.exists(file)).as("the link %s in %s", link, page.path()).isTrue();
		if (parts.length == 2) {
			String text = Page.text(file);
			assertThat(Stream.concat(text.lines().filter((line) -> line.startsWith("#")).map(LinksTests::anchor),
					ANCHOR.matcher(text).results().map((anchor) -> anchor.group(1))))
				.as("the heading or anchor of the link %s in %s", link, page.path())
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
