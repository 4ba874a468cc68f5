package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import lab.harness.model.Metric;
import lab.harness.model.result.Evidence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ClassHistogramTests {

	private static final String HEAD = """
			 num     #instances         #bytes  class name (module)
			-------------------------------------------------------
			""";

	@TempDir
	private Path result;

	@Test
	void ofShouldTellArraysAndStacksFromTheRest() {
		assertThat(ClassHistogram.of((HEAD + """
				   1:            10           1000  [B (java.base@25.0.3)
				   2:             5             20  [[I (java.base@25.0.3)
				   3:             4            400  jdk.internal.vm.StackChunk (java.base@25.0.3)
				   4:             3             30  java.lang.VirtualThread (java.base@25.0.3)
				   5:             1              6  [Ljava.lang.Thread; (java.base@25.0.3)
				   6:             2            200  org.apache.coyote.http11.Http11Processor
				   7:             1              3  [Ljava.lang.Object; (java.base@25.0.3)
				Total            26           1659
				""").lines().toList())).isEqualTo(new ClassHistogram(1659, 1020, 436));
	}

	@Test
	void waitingShouldDivideGrowthByAdditionalUsers() throws IOException {
		// 8 users more hold 32 KiB more in arrays and 8 KiB more in stacks.
		ServiceRun few = run(2, 300, 1_048_576, 2048);
		ServiceRun many = run(10, 301, 1_048_576 + 32 * 1024, 2048 + 8 * 1024);
		Map<Metric, Double> figures = ClassHistogram.waiting(many, List.of(many, few));
		assertThat(figures).containsEntry(Metric.ARRAYS_PER_WAITING, 4.0)
			.containsEntry(Metric.STACKS_PER_WAITING, 1.0)
			.containsEntry(Metric.LIVE_PER_WAITING, 5.0)
			.containsEntry(Metric.RESIDENT_PER_WAITING, 128.0)
			.containsEntry(Metric.LIVE_HEAP_WAITING, (1_048_576 + 2048 + 40 * 1024) / 1_048_576.0);
	}

	@Test
	void waitingWhenNoRunHasFewerUsersShouldHaveLiveHeapOnly() throws IOException {
		ServiceRun only = run(2, 300, 1_048_576, 0);
		assertThat(ClassHistogram.waiting(only, List.of(only))).containsOnly(Map.entry(Metric.LIVE_HEAP_WAITING, 1.0));
	}

	@Test
	void waitingWhenArrivalsAreOpenShouldHaveLiveHeapOnly() throws IOException {
		RunFixture fixture = new RunFixture();
		fixture.rate = 4;
		Evidence evidence = fixture.write(this.result);
		Files.writeString(evidence.histogram(), HEAD + "   1:  1  1048576  [B (java.base@25)\n");
		ServiceRun run = ServiceRun.read(evidence, fixture.record());
		assertThat(ClassHistogram.waiting(run, List.of(run))).containsOnly(Map.entry(Metric.LIVE_HEAP_WAITING, 1.0));
	}

	@Test
	void waitingWhenNoHistogramWasTakenShouldBeEmpty() {
		ServiceRun run = new RunFixture().measured(this.result);
		assertThat(ClassHistogram.waiting(run, List.of(run))).isEmpty();
	}

	private ServiceRun run(int users, long residentMib, long arrays, long stacks) throws IOException {
		RunFixture fixture = new RunFixture();
		fixture.users = users;
		fixture.sample = (sample) -> RunFixture.with(sample, Map.of("rssBytes", residentMib * RunFixture.MIB));
		Path folder = Files.createDirectory(this.result.resolve(String.valueOf(users)));
		Evidence evidence = fixture.write(folder);
		Files.writeString(evidence.histogram(), HEAD + "   1:  1  " + arrays + "  [B (java.base@25)\n   2:  1  "
				+ stacks + "  jdk.internal.vm.StackChunk (java.base@25)\nTotal  2  " + (arrays + stacks) + "\n");
		return ServiceRun.read(evidence, fixture.record());
	}

}
