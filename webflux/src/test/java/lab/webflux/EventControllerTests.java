package lab.webflux;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import lab.common.api.Answers.EventAnswer;
import lab.common.ledger.Ledger;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EventController}.
 */
class EventControllerTests {

	private final Ledger ledger = new Ledger();

	private final EventController controller = new EventController("app", this.ledger);

	@Test
	void eventsShouldBeDueOneAfterAnother() {
		List<EventAnswer> events = this.controller.events(3, 10).toStream().toList();
		assertThat(events).extracting(EventAnswer::event).containsExactly(0, 1, 2);
		assertDueEvery(10, events);
		assertThat(this.ledger.requests().events()).isEqualTo(3);
	}

	/** The due times stay as they are, and no event is lost. */
	@Test
	void eventsWhenTheReaderIsSlowShouldWaitForIt() {
		List<EventAnswer> events = new ArrayList<>();
		StepVerifier.create(this.controller.events(5, 1).doOnNext(events::add), 1)
			.expectNextCount(1)
			.then(() -> assertThat(this.ledger.requests().events()).isOne())
			.thenRequest(2)
			.expectNextCount(2)
			.then(() -> assertThat(this.ledger.requests().events()).isEqualTo(3))
			.thenRequest(2)
			.expectNextCount(2)
			.verifyComplete();
		assertDueEvery(1, events);
	}

	@Test
	void eventsWhenTheReaderLeavesShouldStop() {
		StepVerifier.create(this.controller.events(1000, 1), 2).expectNextCount(2).thenCancel().verify();
		assertThat(this.ledger.requests().events()).isEqualTo(2);
	}

	private static void assertDueEvery(int millis, List<EventAnswer> events) {
		long start = events.getFirst().dueMicros();
		assertThat(events).extracting(EventAnswer::dueMicros)
			.containsExactlyElementsOf(
					IntStream.range(0, events.size()).mapToObj((event) -> start + 1000L * millis * event).toList());
	}

}
