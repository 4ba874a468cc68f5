package lab.harness.command;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ResultFolderTests {

	@Test
	void pointToWhenTheUserMayNotLinkShouldWriteAFileThatTheReaderFollows() throws IOException {
		Configuration withoutLinks = Configuration.unix().toBuilder().setSupportedFeatures().build();
		try (FileSystem files = Jimfs.newFileSystem(withoutLinks)) {
			Path folder = Files.createDirectories(files.getPath("/results/2026-11-24T05-00-00Z"));
			ResultFolder.pointTo(folder);
			Path latest = folder.resolveSibling("latest");
			assertThat(latest).isRegularFile();
			assertThat(ResultFolder.resolveLatest(latest)).isEqualTo(folder);
		}
	}

}
