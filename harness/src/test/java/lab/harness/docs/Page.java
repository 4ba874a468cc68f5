package lab.harness.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A Markdown page of the project. Surefire runs in the module's folder.
 *
 * @param path its file
 * @param lines its lines
 */
public record Page(Path path, List<String> lines) {

	/** The checkout. */
	public static final Path ROOT = Path.of("..");

	private static final Set<String> NOT_OURS = Set.of(".git", "target", "results", "node_modules", "src");

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

	/**
	 * Reads a page.
	 * @param name its path in the checkout
	 */
	public static Page of(String name) {
		return of(ROOT.resolve(name));
	}

	private static Page of(Path path) {
		return new Page(path, text(path).lines().toList());
	}

	/** Every page of the checkout. */
	static List<Page> all() throws IOException {
		List<Page> pages = new ArrayList<>();
		Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {

			@Override
			public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
				return NOT_OURS.contains(String.valueOf(folder.getFileName())) ? FileVisitResult.SKIP_SUBTREE
						: FileVisitResult.CONTINUE;
			}

			@Override
			public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
				if (file.toString().endsWith(".md")) {
					pages.add(of(file));
				}
				return FileVisitResult.CONTINUE;
			}

		});
		return pages;
	}

	static String text(Path path) {
		try {
			return Files.readString(path);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * The rows of the tables under a heading, down to the next heading: the code in the
	 * first cell, and the whole row.
	 */
	public Map<String, String> rows(String heading) {
		Map<String, String> rows = new LinkedHashMap<>();
		int at = this.lines.indexOf(heading);
		assertThat(at).as("%s needs the heading '%s'", this.path, heading).isNotNegative();
		this.lines.stream()
			.skip(at + 1)
			.takeWhile((line) -> !line.startsWith("#"))
			.filter((line) -> line.startsWith("| `"))
			.forEach((line) -> codes(cells(line).getFirst()).forEach(
					(code) -> assertThat(rows.put(code, line)).as("%s has two rows of %s", this.path, code).isNull()));
		return rows;
	}

	/**
	 * The cells of a row, without the bars around them.
	 */
	public static List<String> cells(String row) {
		return Stream.of(row.substring(1).split("(?<!\\\\)\\|")).map(String::strip).toList();
	}

	/** What stands between backticks. */
	static List<String> codes(String text) {
		return CODE.matcher(text).results().map((match) -> match.group(1)).toList();
	}

	/** The blocks between fences of this language, without their indentation. */
	List<String> blocks(String language) {
		return fences().filter((match) -> match.group(1).equals(language))
			.map((match) -> match.group(2).stripTrailing().stripIndent() + "\n")
			.toList();
	}

	/** The lines of all blocks between fences, whatever their language. */
	List<String> blockLines() {
		return fences().flatMap((match) -> match.group(2).lines()).map(String::strip).toList();
	}

	private Stream<MatchResult> fences() {
		return Pattern.compile("(?ms)^ *```(\\w*)\\n(.*?)^ *```$").matcher(String.join("\n", this.lines)).results();
	}

	/**
	 * Holds the rows under a heading to what the code has.
	 */
	public void mustList(String heading, Iterable<String> code) {
		assertThat(rows(heading).keySet())
			.as("the first cells of the table under '%s' in %s: add a row for what is new, delete what is gone",
					heading, this.path.normalize())
			.containsExactlyInAnyOrderElementsOf(code);
	}

}
