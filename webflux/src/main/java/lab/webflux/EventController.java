package lab.webflux;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import lab.common.api.Answers.EventAnswer;
import lab.common.api.EventSchedule;
import lab.common.api.ThreadKind;
import lab.common.ledger.Ledger;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Streams Server-Sent Events. A subscriber holds no thread: a timer sends each event.
 */
@RestController
@RequestMapping(produces = MediaType.TEXT_EVENT_STREAM_VALUE)
class EventController {

	private final String name;

	private final Ledger ledger;

	EventController(@Value("${spring.application.name}") String name, Ledger ledger) {
		this.name = name;
		this.ledger = ledger;
	}

	/**
	 * Sends each event when it is due, or at once if it is late. The timer of an event
	 * starts only after the event before was taken, so a slow reader makes its own events
	 * late, none is lost, and only those that Netty took are in memory.
	 * {@code Flux.interval} would not wait: it fails when an event is not taken in time.
	 */
	@GetMapping("/events")
	Flux<EventAnswer> events(@RequestParam(defaultValue = "10") @Min(1) @Max(1_000_000) int count,
			@RequestParam(defaultValue = "1000") @Min(1) @Max(60_000) int every) {
		EventSchedule schedule = EventSchedule.startNow(every);
		return Flux.range(0, count)
			.concatMap((event) -> Mono.delay(schedule.untilDue(event))
				.map((due) -> new EventAnswer(this.name, ThreadKind.current(), event, schedule.dueMicros(event))))
			.doOnNext((event) -> this.ledger.eventSent());
	}

}
