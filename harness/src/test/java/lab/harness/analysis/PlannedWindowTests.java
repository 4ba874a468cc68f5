package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongToIntFunction;

import lab.harness.probe.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class PlannedWindowTests {

	@TempDir
	private Path folder;

	private final RunFixture fixture = new RunFixture();

	@Test
	void ofWhenAUserComesAfterTheRampShouldBeginTheWindowWithIt() throws IOException {
		// From 2.5 s all are there, and they settle for a second: 4 to 12 s.
		RunResult result = analyse((millis) -> (millis < 2_500) ? 1 : 2);
		assertThat(result.windowSeconds()).isEqualTo(8);
		assertThat(result.failedChecks()).isEmpty();
	}

	@Test
	void ofWhenAUserComesFarTooLateShouldFailConnections() throws IOException {
		// More than 12.1 s / 4 after the ramp of 1 s.
		RunResult result = analyse((millis) -> (millis < 4_500) ? 1 : 2);
		assertThat(result.windowSeconds()).isEqualTo(10);
		assertThat(result.failedChecks()).extracting(Check::name).containsExactly("connections");
	}

	@Test
	void ofWhenAUserLeavesShouldEndTheWindowBefore() throws IOException {
		// One user leaves after its answer of 11.5 s: the last second is cut.
		RunResult result = analyse((millis) -> (millis < 11_500) ? 2 : 1);
		assertThat(result.windowSeconds()).isEqualTo(9);
		assertThat(result.failedChecks()).isEmpty();
	}

	@Test
	void ofWhenAUserIsLostInTheMiddleShouldFailConnections() throws IOException {
		RunResult result = analyse((millis) -> (millis < 6_000) ? 2 : 1);
		assertThat(result.failedChecks()).extracting(Check::name).containsExactly("connections");
	}

	/** Analyses a run that has so many users at so many milliseconds after its start. */
	private RunResult analyse(LongToIntFunction users) throws IOException {
		this.fixture.row = (row) -> withUsers(row, users.applyAsInt(start(row)));
		this.fixture.sample = (sample) -> RunFixture.withConnections(sample, users.applyAsInt(at(sample)));
		return this.fixture.analyse(this.folder);
	}

	private static long start(String row) {
		return Long.parseLong(row.substring(0, row.indexOf(','))) - RunFixture.T0;
	}

	private static long at(Sample sample) {
		return sample.at() - RunFixture.T0;
	}

	private static String withUsers(String row, int users) {
		return row.substring(0, row.lastIndexOf(',') + 1) + users;
	}

}
