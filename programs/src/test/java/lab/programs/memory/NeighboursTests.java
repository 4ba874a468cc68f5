package lab.programs.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import lab.programs.ChildJvm;
import lab.programs.Printed;
import lab.programs.memory.Limits.LimitNotAvailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class NeighboursTests {

	@TempDir
	private Path root;

	private final Printed printed = new Printed();

	@Test
	void createWhenGroupsAreOfVersion1ShouldLimitBothTogether() throws Exception {
		Files.createDirectory(this.root.resolve("memory"));
		MemoryGroup group = MemoryGroup.create(this.root, 300, 0);
		assertThat(group.machine().path().resolve("memory.limit_in_bytes")).hasContent("300");
		assertThat(group.measured().path()).isDirectory().hasParent(group.machine().path());
		assertThat(group.neighbour().path()).isDirectory().hasParent(group.machine().path());
	}

	@Test
	void createWhenGroupsAreOfVersion1ShouldRefuseToProtect() throws IOException {
		Files.createDirectory(this.root.resolve("memory"));
		assertThatExceptionOfType(LimitNotAvailableException.class)
			.isThrownBy(() -> MemoryGroup.create(this.root, 300, 100))
			.withMessage("memory.min protects memory, and this machine has control groups of version 1");
	}

	@Test
	void createWhenGroupsAreOfVersion2ShouldProtectTheMeasuredOne() throws Exception {
		Files.createFile(this.root.resolve("cgroup.controllers"));
		MemoryGroup group = MemoryGroup.create(this.root, 300, 100);
		assertThat(group.machine().path().resolve("memory.max")).hasContent("300");
		assertThat(group.machine().path().resolve("cgroup.subtree_control")).hasContent("+memory");
		assertThat(group.measured().path().resolve("memory.min")).hasContent("100");
		assertThat(group.neighbour().path().resolve("memory.min")).doesNotExist();
	}

	@Test
	void createWhenThereAreNoGroupsShouldReportWhatIsNeeded() {
		assertThatExceptionOfType(LimitNotAvailableException.class)
			.isThrownBy(() -> MemoryGroup.create(this.root, 300, 0))
			.withMessage("it needs control groups for memory, which are Linux's");
	}

	@Test
	void reportShouldPartTheTimeByTheNeighbour() {
		List<String> lines = List.of("second 2000 100 0 1", "second 3000 300 5 2", "second 4000 40 900 950",
				"second 5000 200 0 3");
		Neighbours.report(new ChildJvm(137, lines), 1000, 3500, this.printed.output(true));
		assertThat(this.printed.lines()).contains("{\"metric\":\"tasksBefore\",\"value\":200.0}",
				"{\"metric\":\"tasksLowest\",\"value\":40.0}", "{\"metric\":\"longestPause\",\"value\":950.0}",
				"{\"event\":\"neighbour\",\"at\":2500}", "{\"event\":\"measured-killed\",\"at\":4000}");
	}

	@Test
	void reportWhenItDiedBeforeItsNeighbourCameShouldShowWhatItPrinted() {
		assertThatIllegalStateException()
			.isThrownBy(() -> Neighbours.report(new ChildJvm(1, List.of("no heap")), 0, 10, this.printed.output(true)))
			.withMessageContaining("exit code 1")
			.withMessageContaining("no heap");
	}

	@Test
	void runShouldLeaveNoGroupBehind() throws Exception {
		Neighbours.run(Neighbours.Variant.STARTS,
				new Neighbours.Scale(Duration.ofMillis(1500), Duration.ofMillis(1500), 128), this.printed.output(true));
		assertThat(this.printed.lines()).isNotEmpty();
		String name = "lab-" + ProcessHandle.current().pid();
		assertThat(Path.of("/sys/fs/cgroup/memory", name)).doesNotExist();
		assertThat(Path.of("/sys/fs/cgroup", name)).doesNotExist();
	}

}
