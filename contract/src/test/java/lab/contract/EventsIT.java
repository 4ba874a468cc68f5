package lab.contract;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import lab.contract.Subscriber.Event;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Every app streams the same Server-Sent Events, never early, loses none of a reader that
 * lives, and notices a reader that has left.
 */
class EventsIT {

	@ParameterizedTest
	@EnumSource
	void eventsShouldArriveInOrderAndNeverEarly(App app) throws IOException {
		Service service = Lab.app(app);
		long sent = service.ledger("requests/events");
		long ok = service.ledger("requests/answers/ok");
		List<Event> events;
		try (Subscriber subscriber = new Subscriber(service, "/events?count=50&every=10")) {
			events = subscriber.rest();
		}
		assertThat(events).extracting(Event::number).containsExactlyElementsOf(IntStream.range(0, 50).boxed().toList());
		long start = events.getFirst().dueMicros();
		assertThat(events).allSatisfy((event) -> {
			assertThat(event.json().propertyNames()).containsExactly("servedBy", "thread", "event", "dueMicros");
			assertThat(event.json().required("servedBy").asString()).isEqualTo(app.toString());
			assertThat(event.json().required("thread").asString()).isIn(threads(app));
			assertThat(event.dueMicros()).isEqualTo(start + 10_000L * event.number());
			assertThat(event.receivedMicros()).isGreaterThanOrEqualTo(event.dueMicros());
		});
		await().until(() -> service.ledger("requests/answers/ok") == ok + 1);
		assertThat(service.ledger("requests/events")).isEqualTo(sent + 50);
	}

	/** Tomcat notices only when it writes, and the first write still succeeds. */
	@ParameterizedTest
	@EnumSource
	void eventsWhenTheReaderLeavesShouldStop(App app) throws IOException {
		Service service = Lab.app(app);
		long sent = service.ledger("requests/events");
		long abandoned = service.ledger("requests/abandoned");
		long completed = service.ledger("requests/completed");
		try (Subscriber subscriber = new Subscriber(service, "/events")) {
			long start = Objects.requireNonNull(subscriber.next()).dueMicros();
			assertThat(Objects.requireNonNull(subscriber.next()).dueMicros()).isEqualTo(start + 1_000_000);
			assertThat(service.ledger("requests/inFlight")).isOne();
		}
		await().until(() -> service.ledger("requests/inFlight") == 0);
		assertThat(service.ledger("requests/abandoned")).isEqualTo(abandoned + 1);
		assertThat(service.ledger("requests/completed")).isEqualTo(completed);
		assertThat(service.ledger("requests/events") - sent).isBetween(2L, (app == App.WEBFLUX) ? 2L : 3L);
	}

	/**
	 * A reader that does not read gets no more events once all buffers are full, some
	 * megabytes, which takes half a minute in all apps at once. Its own stream waits
	 * then, and no other.
	 */
	@Test
	void eventsWhenAnotherReaderDoesNotReadShouldArrive() throws IOException {
		Map<App, Long> abandoned = new EnumMap<>(App.class);
		Map<App, Subscriber> dead = new EnumMap<>(App.class);
		try {
			for (App app : App.values()) {
				abandoned.put(app, Lab.app(app).ledger("requests/abandoned"));
				dead.put(app, new Subscriber(Lab.app(app), "/events?count=1000000&every=1"));
			}
			for (App app : App.values()) {
				Service service = Lab.app(app);
				AtomicLong last = new AtomicLong(-1);
				await().atMost(Duration.ofMinutes(3)).pollInterval(Duration.ofSeconds(1)).until(() -> {
					long sent = service.ledger("requests/events");
					return last.getAndSet(sent) == sent;
				});
				try (Subscriber subscriber = new Subscriber(service, "/events?count=20&every=10")) {
					assertThat(subscriber.rest()).hasSize(20);
				}
				await().until(() -> service.ledger("requests/inFlight") == 1);
			}
		}
		finally {
			for (Subscriber subscriber : dead.values()) {
				subscriber.close();
			}
		}
		abandoned.forEach((app, before) -> {
			await().until(() -> Lab.app(app).ledger("requests/inFlight") == 0);
			assertThat(Lab.app(app).ledger("requests/abandoned")).as(app.toString()).isEqualTo(before + 1);
		});
	}

	/**
	 * The threads that make the events. On WebFlux it is the timer's, or that of the
	 * event loop if the event before was taken late.
	 */
	private static List<String> threads(App app) {
		return (app == App.WEBFLUX) ? List.of("platform", "event-loop") : List.of(app.thread);
	}

}
