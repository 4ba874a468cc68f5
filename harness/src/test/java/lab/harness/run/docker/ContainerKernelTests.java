package lab.harness.run.docker;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import lab.harness.model.Sample.CoreSample;
import lab.harness.model.Sample.MachineSample;
import lab.harness.model.Sample.ProcessSample;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@DisabledOnOs(OS.WINDOWS)
class ContainerKernelTests {

	@TempDir
	private Path folder;

	private ContainerKernel kernel;

	@BeforeEach
	void open() throws Exception {
		// As docker exec does, but here: it is the words after the container's name.
		Path docker = Files.writeString(this.folder.resolve("docker"), "#!/bin/sh\nshift 3\nexec \"$@\"\n");
		docker.toFile().setExecutable(true);
		this.kernel = new ContainerKernel(new Docker(docker.toString(), this.folder, Set.of()), "container");
	}

	@Test
	void readShouldGiveTheLinesOfEachFileOneQuestionAfterTheOther() throws Exception {
		Files.writeString(this.folder.resolve("a1"), "one\ntwo\n");
		Files.writeString(this.folder.resolve("a2"), "three\n");
		assertThat(this.kernel.read(this.folder + "/a* /not/there").orElseThrow()).containsExactly("one", "two",
				"three");
		assertThat(this.kernel.read(this.folder + "/a2").orElseThrow()).containsExactly("three");
		this.kernel.close();
	}

	@Test
	void readWhenFileEndsWithoutALineFeedShouldGiveItWhole() throws Exception {
		Files.writeString(this.folder.resolve("cmdline"), "java\0-Xmx1g\0");
		assertThat(this.kernel.read(this.folder + "/cmdline").orElseThrow()).containsExactly("java\0-Xmx1g\0");
		this.kernel.close();
	}

	@Test
	void readWhenTheShellHasEndedShouldOpenAnother() throws Exception {
		Path file = Files.writeString(this.folder.resolve("a"), "one\n");
		assertThat(this.kernel.read(file.toString())).isPresent();
		this.kernel.close();
		assertThat(this.kernel.read(file.toString()).orElseThrow()).containsExactly("one");
		this.kernel.close();
	}

	@Test
	void readWhenTheAnswerIsLateShouldBeEmptyAndTheNextReadSound() throws Exception {
		Path file = Files.writeString(this.folder.resolve("a"), "one\n");
		// Reading from a pipe without a writer blocks, as an overloaded container does.
		Path pipe = this.folder.resolve("pipe");
		assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
		assertThat(this.kernel.read(pipe.toString())).isEmpty();
		assertThat(this.kernel.read(file.toString()).orElseThrow()).containsExactly("one");
		this.kernel.close();
	}

	@Test
	void readWhenThereIsNoContainerShouldBeEmpty() throws Exception {
		Files.writeString(this.folder.resolve("docker"), "#!/bin/sh\nexit 1\n");
		assertThat(this.kernel.read("/proc/stat")).isEmpty();
		assertThat(this.kernel.process()).isEmpty();
		assertThat(this.kernel.connections(8081)).isZero();
	}

	@Test
	void processShouldBeReadFromStatStatusAndItsThreads() {
		// utime 150 and stime 50 ticks of 10 ms; 3 + 4 times on a processor.
		List<String> lines = List.of(
				"1 (java -x) S 0 1 1 0 -1 4194560 100 0 0 0 150 50 7 7 20 0 30 0 900 4000000 50000", "Name:\tjava",
				"VmRSS:\t  204800 kB", "Threads:\t30", "111 222 3", "5 6 4");
		assertThat(ContainerKernel.process(lines)).isEqualTo(new ProcessSample(2000, 204_800L * 1024, 30, 7));
	}

	@Test
	void machineShouldBeSummedFromTicksAsAWholeAndByProcessor() {
		// user, nice, system, idle, iowait, irq, softirq, steal; guest is within user.
		MachineSample machine = ContainerKernel.machine(List.of("cpu  10 1 5 70 4 2 3 6 9 0",
				"cpu0 1 0 1 7 1 0 0 0 0 0", "cpu3 2 0 0 3 0 0 0 1 0 0", "intr 5 6", "ctxt 7"));
		assertThat(machine).isEqualTo(
				new MachineSample(1010, 740, 60, List.of(new CoreSample(0, 100, 80), new CoreSample(3, 60, 30))));
	}

}
