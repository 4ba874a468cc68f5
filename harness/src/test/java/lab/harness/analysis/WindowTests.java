package lab.harness.analysis;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongToIntFunction;

import lab.harness.model.Metric;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class WindowTests {

	@TempDir
	private Path folder;

	private final RunFixture fixture = new RunFixture();

	@Test
	void holdsShouldIncludeItsEndAndNotItsBegin() {
		Window window = new Window(1000, 2000);
		assertThat(window.holds(1000)).isFalse();
		assertThat(window.holds(1001)).isTrue();
		assertThat(window.holds(2000)).isTrue();
		assertThat(window.holds(2001)).isFalse();
		assertThat(window.seconds()).isEqualTo(1);
		assertThat(window.overlap(500, 1250)).isEqualTo(250);
		assertThat(window.overlap(2500, 3000)).isZero();
	}

	@Test
	void ofWhenUserComesAfterRampShouldBeginWindowThen() {
		// The other user is answered first at 4 s: 4 to 12 s.
		Outcome outcome = analyse((millis) -> (millis < 3_500) ? 1 : 2);
		assertThat(outcome.value(Metric.WINDOW_SECONDS)).isEqualTo(8);
		assertThat(outcome.failedChecks()).isEmpty();
	}

	@Test
	void ofWhenUserComesFarTooLateShouldFailConnections() {
		// At 5.5 s, more than 13 s / 4 after the ramp and a second to settle.
		Outcome outcome = analyse((millis) -> (millis < 5_000) ? 1 : 2);
		assertThat(outcome.value(Metric.WINDOW_SECONDS)).isEqualTo(10);
		assertThat(outcome.failedChecks()).extracting(Check::kind).containsExactly(CheckKind.CONNECTIONS);
	}

	@Test
	void ofWhenUsersQueueShouldBeginWindowWhenEachWasServedOnce() {
		this.fixture.users = 8;
		this.fixture.requestThreads = 2;
		// After a ramp of 1 s, 8 users x 0.5 s / 2 threads are 2 s.
		assertThat(this.fixture.analyse(this.folder).value(Metric.WINDOW_SECONDS)).isEqualTo(9);
		this.fixture.users = 200;
		// 50 s are too long: half of the 13 s.
		assertThat(this.fixture.analyse(this.folder).value(Metric.WINDOW_SECONDS)).isEqualTo(4);
		this.fixture.faults = RunFixture.hang(5000, 7000);
		assertThat(this.fixture.analyse(this.folder).value(Metric.WINDOW_SECONDS)).isEqualTo(10);
		this.fixture.faults = List.of();
		this.fixture.path = "/compute/1000";
		assertThat(this.fixture.analyse(this.folder).value(Metric.WINDOW_SECONDS)).isEqualTo(10);
	}

	@Test
	void ofWhenEachRequestWaitsForSecondsShouldEndWindowWithARound() {
		this.fixture.path = "/sleep/4000";
		// From 6 s, when each user was served once, to 12 s there is one round of 4 s.
		assertThat(this.fixture.analyse(this.folder).value(Metric.WINDOW_SECONDS)).isEqualTo(4);
		this.fixture.faults = RunFixture.hang(5000, 7000);
		assertThat(this.fixture.analyse(this.folder).value(Metric.WINDOW_SECONDS)).isEqualTo(10);
	}

	@Test
	void ofWhenUserLeavesShouldEndWindowBefore() {
		// One user leaves in the last second: it is cut, and the sample at 12 s with it.
		Outcome outcome = analyse((millis) -> (millis < 11_500) ? 2 : 1);
		assertThat(outcome.value(Metric.WINDOW_SECONDS)).isEqualTo(9);
		assertThat(outcome.failedChecks()).isEmpty();
	}

	@Test
	void ofWhenUserIsLostInTheMiddleShouldFailConnections() {
		Outcome outcome = analyse((millis) -> (millis < 6_000) ? 2 : 1);
		assertThat(outcome.failedChecks()).extracting(Check::kind).containsExactly(CheckKind.CONNECTIONS);
	}

	/** Analyses a run that has so many users at so many milliseconds after its start. */
	private Outcome analyse(LongToIntFunction users) {
		this.fixture.header += ",threadName";
		AtomicInteger rows = new AtomicInteger();
		this.fixture.row = (row) -> {
			int active = users.applyAsInt(Long.parseLong(row.substring(0, row.indexOf(','))) - RunFixture.T0);
			return row.substring(0, row.lastIndexOf(',') + 1) + active + ",users 1-"
					+ (1 + rows.getAndIncrement() % active);
		};
		this.fixture.sample = (sample) -> RunFixture.with(sample,
				Map.of("connections", users.applyAsInt(sample.at() - RunFixture.T0)));
		return this.fixture.analyse(this.folder);
	}

}
