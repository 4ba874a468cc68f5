package lab.harness.command;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ResultFolderTests {

	@TempDir
	private Path results;

	@Test
	void pointToWhenTheUserMayNotLinkShouldWriteAFileThatTheReaderFollows() throws IOException {
		Path folder = Files.createDirectory(this.results.resolve("2026-11-24T05-00-00Z"));
		ResultFolder.pointTo(folder, (link, target) -> {
			throw new FileSystemException(link.toString(), null, "A required privilege is not held by the client");
		});
		Path latest = this.results.resolve("latest");
		assertThat(latest).isRegularFile();
		assertThat(ResultFolder.followed(latest)).isEqualTo(folder);
	}

}
