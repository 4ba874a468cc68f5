package lab.harness.target;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@DisabledOnOs(OS.WINDOWS)
class KernelFilesTests {

	@TempDir
	private Path folder;

	private KernelFiles files;

	@BeforeEach
	void open() throws Exception {
		// As docker exec does, but here: it is the words after the container's name.
		Path docker = Files.writeString(this.folder.resolve("docker"), "#!/bin/sh\nshift 3\nexec \"$@\"\n");
		docker.toFile().setExecutable(true);
		this.files = KernelFiles.of(new Docker(docker.toString(), this.folder, Set.of()), "container");
	}

	@Test
	void readShouldGiveTheLinesOfEachFileOneQuestionAfterTheOther() throws Exception {
		Files.writeString(this.folder.resolve("a1"), "one\ntwo\n");
		Files.writeString(this.folder.resolve("a2"), "three\n");
		assertThat(this.files.read(this.folder + "/a* /not/there").orElseThrow()).containsExactly("one", "two",
				"three");
		assertThat(this.files.read(this.folder + "/a2").orElseThrow()).containsExactly("three");
		this.files.close();
	}

	@Test
	void readWhenFileEndsWithoutALineFeedShouldGiveItWhole() throws Exception {
		Files.writeString(this.folder.resolve("cmdline"), "java\0-Xmx1g\0");
		assertThat(this.files.read(this.folder + "/cmdline").orElseThrow()).containsExactly("java\0-Xmx1g\0");
		this.files.close();
	}

	@Test
	void readWhenContainerHasEndedShouldBeEmpty() {
		this.files.close();
		assertThat(this.files.read("/proc/stat")).isEmpty();
	}

}
