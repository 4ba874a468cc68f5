package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Path;

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
		// The last answer without it comes at 2.5 s, and it settles for a second: 4..12
		// s.
		this.fixture.row = (row) -> withUsers(row, (start(row) < 2_500) ? 1 : 2);
		this.fixture.sample = (sample) -> RunFixture.withConnections(sample, (at(sample) < 2_500) ? 1 : 2);
		RunResult result = this.fixture.analyse(this.folder);
		assertThat(result.windowSeconds()).isEqualTo(8);
		assertThat(result.failedChecks()).isEmpty();
	}

	@Test
	void ofWhenAUserComesFarTooLateShouldFailConnections() throws IOException {
		// More than 12.1 s / 4 after the ramp of 1 s.
		this.fixture.row = (row) -> withUsers(row, (start(row) < 4_500) ? 1 : 2);
		this.fixture.sample = (sample) -> RunFixture.withConnections(sample, (at(sample) < 4_500) ? 1 : 2);
		RunResult result = this.fixture.analyse(this.folder);
		assertThat(result.windowSeconds()).isEqualTo(10);
		assertThat(result.failedChecks()).extracting(Check::name).containsExactly("connections");
	}

	@Test
	void ofWhenAUserLeavesShouldEndTheWindowBefore() throws IOException {
		// One user's time is over with its answer of 11.5 s; the last second is without
		// it.
		this.fixture.row = (row) -> withUsers(row, (start(row) < 11_500) ? 2 : 1);
		this.fixture.sample = (sample) -> RunFixture.withConnections(sample, (at(sample) < 11_500) ? 2 : 1);
		RunResult result = this.fixture.analyse(this.folder);
		assertThat(result.windowSeconds()).isEqualTo(9);
		assertThat(result.failedChecks()).isEmpty();
	}

	@Test
	void ofWhenAUserIsLostInTheMiddleShouldFailConnections() throws IOException {
		this.fixture.row = (row) -> withUsers(row, (start(row) < 6_000) ? 2 : 1);
		this.fixture.sample = (sample) -> RunFixture.withConnections(sample, (at(sample) < 6_000) ? 2 : 1);
		assertThat(this.fixture.analyse(this.folder).failedChecks()).extracting(Check::name)
			.containsExactly("connections");
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
