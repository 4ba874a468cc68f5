package lab.harness.run.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.Cores;
import lab.harness.model.result.Placement;
import lab.harness.model.result.RunFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CpuAffinityTests {

	@Test
	void ofWhenCoresAreSharedShouldLeaveEveryCommandAsItIs() {
		Placement placement = CpuAffinity.place(Cores.SHARED);
		assertThat(placement.dedicatedCores()).isFalse();
		assertThat(CpuAffinity.on(placement.app(), List.of("java", "-version"))).containsExactly("java", "-version");
	}

	@Test
	void onShouldNameTheProcessors() {
		assertThat(CpuAffinity.on(List.of(0, 2), List.of("java", "-version"))).containsExactly("taskset", "--cpu-list",
				"0,2", "java", "-version");
	}

	@Test
	void dedicatedWhenThereAreTwoShouldGiveTheAppOneAndTheOthersTheOther() {
		assertThat(CpuAffinity.dedicated(List.of(0, 1))).isEqualTo(new Placement(List.of(0), List.of(1), List.of(1)));
		assertThat(CpuAffinity.dedicated(List.of(4, 5, 7)))
			.isEqualTo(new Placement(List.of(4), List.of(5, 7), List.of(5, 7)));
	}

	@Test
	void dedicatedWhenThereAreFourOrMoreShouldKeepAllThreeApart() {
		assertThat(CpuAffinity.dedicated(List.of(0, 1, 2, 3)))
			.isEqualTo(new Placement(List.of(0, 1), List.of(2), List.of(3)));
		assertThat(CpuAffinity.dedicated(List.of(0, 1, 2, 3, 4, 5, 6, 7)))
			.isEqualTo(new Placement(List.of(0, 1, 2, 3), List.of(4, 5), List.of(6, 7)));
	}

	@Test
	void dedicatedWhenThereIsOneShouldSayWhatIsNeeded() {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> CpuAffinity.dedicated(List.of(0)))
			.withMessage("cores: apart needs 2 processors or more, and only 1 is available; use cores: shared here");
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void requireUnmovedShouldNameTheProcessorsThatAThreadWasGiven() {
		ChildProcess here = new ChildProcess("app", List.of(), Path.of("app.log"), null, Instant.now(),
				new Kernel(ProcessHandle.current().pid()));
		CpuAffinity.requireUnmoved(here, List.of());
		assertThatExceptionOfType(RunFailedException.class)
			.isThrownBy(() -> CpuAffinity.requireUnmoved(here, List.of(4096)))
			.withMessageMatching("app was given the processors 4096, and something gave it [0-9,]+ while it ran");
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void spreadCompilersShouldMoveNothingElseAndGatherShouldMoveAllBack() throws Exception {
		long pid = ProcessHandle.current().pid();
		ChildProcess here = new ChildProcess("app", List.of(), Path.of("app.log"), null, Instant.now(),
				new Kernel(pid));
		Set<String> before = masks(pid, (thread) -> true);
		List<Integer> all = before.stream().flatMap((mask) -> CpuAffinity.parse(mask).stream()).toList();
		CpuAffinity.spreadCompilers(here, new Placement(all.subList(0, 1), List.of(), List.of()));
		assertThat(masks(pid, Kernel::isCompiler)).containsExactly(String.valueOf(all.getFirst()));
		assertThat(masks(pid, (thread) -> !Kernel.isCompiler(thread))).isEqualTo(before);
		CpuAffinity.gather(here, new Placement(all, List.of(), List.of()));
		assertThat(masks(pid, (thread) -> true)).isEqualTo(before);
	}

	/** The processors of the threads of a process, as Linux writes them. */
	private static Set<String> masks(long pid, Predicate<Path> which) throws IOException {
		Set<String> masks = new TreeSet<>();
		try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
			for (Path thread : threads.filter(which).toList()) {
				String status = Kernel.text(thread.resolve("status"));
				if (status != null) {
					masks.add(status.lines()
						.filter((line) -> line.startsWith("Cpus_allowed_list:"))
						.map((line) -> line.substring(line.indexOf(':') + 1).strip())
						.findFirst()
						.orElseThrow());
				}
			}
		}
		return masks;
	}

	@Test
	void parseShouldReadRangesAndSingleNumbers() {
		assertThat(CpuAffinity.parse("pid 7's current affinity list: 0-2,5")).containsExactly(0, 1, 2, 5);
	}

}
