package lab.common.api;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EventSchedule}.
 */
class EventScheduleTests {

	// 999,999 x 60 s are almost two years, which do not fit into an int
	@Test
	void dueMicrosShouldBeTheStartAndOneIntervalForEachEvent() {
		EventSchedule schedule = new EventSchedule(5, 60_000);
		assertThat(schedule.dueMicros(0)).isEqualTo(5);
		assertThat(schedule.dueMicros(3)).isEqualTo(180_000_005);
		assertThat(schedule.dueMicros(999_999)).isEqualTo(59_999_940_000_005L);
	}

	@Test
	void untilDueWhenTheEventIsLateShouldNotBePositive() {
		EventSchedule schedule = EventSchedule.startNow(1000);
		assertThat(schedule.untilDue(0)).isLessThanOrEqualTo(Duration.ZERO);
		assertThat(schedule.untilDue(60)).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(60));
	}

	@Test
	void startNowShouldBeTheTimeOfTheSystem() {
		Instant before = Instant.now();
		Instant due = Instant.EPOCH.plusNanos(1000 * EventSchedule.startNow(1).dueMicros(0));
		assertThat(due).isBetween(before.minusNanos(1000), Instant.now());
	}

}
