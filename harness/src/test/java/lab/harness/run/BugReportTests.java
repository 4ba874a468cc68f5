package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.model.result.RunFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class BugReportTests {

	private static final Pattern LINE = Pattern
		.compile("this is a bug, please report it with (.+\\.log): java\\.lang\\.IllegalStateException: what\\?");

	private final Exception bug = new IllegalStateException("what?\nand more",
			new RunFailedException("no answer", new IOException("the disk is full")));

	@TempDir
	private Path folder;

	@Test
	void writeShouldKeepTheTraceWithEachCauseInTheFirstFolderThatThereIs() throws IOException {
		Path file = file(BugReport.write(this.bug, this.folder.resolve("none"), this.folder));
		assertThat(file).hasParent(this.folder);
		assertThat(Files.readString(file)).startsWith("java.lang.IllegalStateException: what?")
			.contains("\tat lab.harness.run.BugReportTests.<init>",
					"Caused by: lab.harness.model.result.RunFailedException: no answer",
					"Caused by: java.io.IOException: the disk is full");
	}

	@Test
	void writeWhenNoFolderAcceptsItShouldUseTheTemporaryFolder() throws IOException {
		Path file = file(BugReport.write(this.bug, this.folder.resolve("none")));
		assertThat(file).hasParent(Path.of(System.getProperty("java.io.tmpdir"))).isNotEmptyFile();
		Files.delete(file);
	}

	private static Path file(String line) {
		Matcher matcher = LINE.matcher(line);
		assertThat(matcher.matches()).as(line).isTrue();
		return Path.of(matcher.group(1));
	}

}
