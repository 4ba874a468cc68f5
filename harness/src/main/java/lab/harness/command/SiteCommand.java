package lab.harness.command;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import lab.harness.analysis.Findings;
import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.result.Result;
import lab.harness.report.MarkdownPage;
import lab.harness.report.Report;
import lab.harness.run.RecordAge;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "site", mixinStandardHelpOptions = true,
		description = "Makes a folder of web pages from the pages and records of the project.")
final class SiteCommand implements Callable<Integer> {

	private static final Path RECORDS = Path.of("docs", "results");

	private static final Set<String> NO_PAGES = Set.of("target", "node_modules", "src");

	/** The file by which an earlier site is known. */
	private static final String MARK = ".bench-site";

	private final CommandContext context;

	@Option(names = "--out", paramLabel = "FOLDER",
			description = "The folder, which must be empty or an earlier site (default: target/site).")
	private @Nullable Path out;

	SiteCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() throws IOException {
		Path root = this.context.root();
		Path site = (this.out != null) ? this.out : root.resolve("target/site");
		Map<Path, String> texts = new TreeMap<>();
		Set<Path> files = new TreeSet<>();
		for (Path path : pages(root)) {
			MarkdownPage page = new MarkdownPage(root, path);
			texts.put(MarkdownPage.html(path), page.html(Files.readString(root.resolve(path))));
			files.addAll(page.files());
		}
		RecordAge age = RecordAge.of(root);
		for (Path record : records(root)) {
			Findings findings = this.context.record(String.valueOf(record.getFileName()));
			String outdated = age.outdated(Objects.requireNonNull(findings.experiment()),
					DataFile.read(root.resolve(record).resolve(Result.FILE), Result.class));
			texts.put(record.resolve(Report.HTML), Report.htmlOfRecord(findings, outdated));
		}
		makeFree(site);
		for (Map.Entry<Path, String> text : texts.entrySet()) {
			Path file = site.resolve(text.getKey());
			Files.createDirectories(file.resolveSibling(""));
			DataFile.replace(file, text.getValue());
		}
		for (Path file : files) {
			Files.createDirectories(site.resolve(file).resolveSibling(""));
			Files.copy(root.resolve(file), site.resolve(file), StandardCopyOption.REPLACE_EXISTING);
		}
		this.context.err().println("Written to " + site + "; open " + site.resolve("index.html"));
		return 0;
	}

	/** Makes the folder with its mark, which lets an interrupted site be written anew. */
	private static void makeFree(Path site) throws IOException {
		requireFree(site);
		try {
			Files.createDirectories(site);
			Files.writeString(site.resolve(MARK), "");
		}
		catch (IOException ex) {
			throw new InvalidInputException("--out",
					site + " cannot be written: " + InvalidInputException.reason(ex) + "; name a folder that can");
		}
	}

	private static void requireFree(Path site) throws IOException {
		if (Files.isRegularFile(site)) {
			throw new InvalidInputException("--out", site + " is a file; name a folder");
		}
		if (Files.isDirectory(site) && !Files.exists(site.resolve(MARK))) {
			try (Stream<Path> inside = Files.list(site)) {
				InvalidInputException.require(inside.findAny().isEmpty(), "--out",
						site + " holds files that are no site; name an empty folder");
			}
		}
	}

	/**
	 * The Markdown of the checkout but for the records, which have pages of their own.
	 */
	private static List<Path> pages(Path root) throws IOException {
		List<Path> pages = new ArrayList<>();
		Files.walkFileTree(root, new SimpleFileVisitor<>() {

			@Override
			public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
				Path path = root.relativize(folder);
				String name = String.valueOf(folder.getFileName());
				boolean hidden = name.startsWith(".") && !folder.equals(root);
				return (hidden || NO_PAGES.contains(name) || path.equals(RECORDS) || path.equals(Path.of("results")))
						? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
			}

			@Override
			public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
				if (file.toString().endsWith(".md")) {
					pages.add(root.relativize(file));
				}
				return FileVisitResult.CONTINUE;
			}

		});
		return pages;
	}

	private static List<Path> records(Path root) throws IOException {
		try (Stream<Path> folders = Files.list(root.resolve(RECORDS))) {
			return folders.filter((folder) -> Files.isRegularFile(folder.resolve(Result.FILE)))
				.map(root::relativize)
				.sorted()
				.toList();
		}
	}

}
