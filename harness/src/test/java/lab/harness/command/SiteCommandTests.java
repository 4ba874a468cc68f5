package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import lab.harness.docs.Page;
import lab.harness.model.DataFile;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.result.Result;
import lab.harness.run.RecordAge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SiteCommandTests {

	private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\":]+)\"");

	@TempDir
	private Path folder;

	private final TypedCommand bench = new TypedCommand(Page.ROOT);

	@Test
	void siteShouldHaveAPageForEachLinkAndRecord() throws IOException {
		Path site = this.folder.resolve("site");
		assertThat(this.bench.run("site", "--out", site.toString())).as(this.bench.stderr()).isZero();
		assertThat(site.resolve("index.html")).content()
			.contains("<title>Platform threads, virtual threads or WebFlux?");
		assertThat(site.resolve("docs/results/comparison/report.html")).content()
			.contains("<img class=\"picture\" src=\"data:image/svg+xml");
		String outdated = RecordAge.of(Page.ROOT)
			.outdated(new ExperimentFile(Page.ROOT.resolve("experiments/leaf-size.yml")).experiment(),
					DataFile.read(Page.ROOT.resolve("docs/results/leaf-size/result.json"), Result.class));
		assertThat(site.resolve("docs/results/leaf-size/report.html")).content()
			.contains((outdated != null) ? ">" + outdated + "<" : "valid: ");
		try (Stream<Path> pages = Files.walk(site)) {
			for (Path page : pages.filter((file) -> file.toString().endsWith(".html")).toList()) {
				links(page).forEach((link) -> check(page, link));
			}
		}
	}

	private static List<String> links(Path page) throws IOException {
		return LINK.matcher(Files.readString(page).replaceAll("(?s)<script.*?</script>", ""))
			.results()
			.map((link) -> link.group(1))
			.toList();
	}

	private static void check(Path page, String link) {
		String[] parts = link.split("#", 2);
		Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
		assertThat(target).as("%s links to %s", page, link).isRegularFile();
		assertThat(parts[0]).as("%s links to %s", page, link).doesNotEndWith(".md");
		if (parts.length == 2 && target.toString().endsWith(".html")) {
			assertThat(target).as("%s links to %s", page, link).content().contains("id=\"" + parts[1] + "\"");
		}
	}

	@Test
	void siteWhenFolderHoldsOtherFilesShouldLeaveThem() throws IOException {
		Files.writeString(this.folder.resolve("thesis.txt"), "mine");
		assertThat(this.bench.refusal("site", "--out", this.folder.toString()))
			.isEqualTo("bench: --out: " + this.folder + " holds files that are no site; name an empty folder");
		assertThat(this.folder).isDirectoryContaining("glob:**/thesis.txt");
		try (Stream<Path> files = Files.list(this.folder)) {
			assertThat(files).hasSize(1);
		}
	}

}
