package lab.tomcat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import lab.common.api.Answers.EventAnswer;
import lab.common.api.EventSchedule;
import lab.common.api.ThreadKind;
import lab.common.ledger.Ledger;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Streams Server-Sent Events. A subscriber holds the thread of its request until its last
 * event.
 */
@RestController
@RequestMapping(produces = MediaType.TEXT_EVENT_STREAM_VALUE)
class EventController {

	private final String name;

	private final JsonMapper json;

	private final Ledger ledger;

	EventController(@Value("${spring.application.name}") String name, JsonMapper json, Ledger ledger) {
		this.name = name;
		this.json = json;
		this.ledger = ledger;
	}

	/**
	 * Sends each event when it is due, or at once if it is late. If a reader is slow, the
	 * write blocks its thread once the buffers of the sockets are full, so its events are
	 * late and none is lost.
	 * @throws IOException if the reader has left. The first write after that still
	 * succeeds
	 */
	@GetMapping("/events")
	void events(@RequestParam(defaultValue = "10") @Min(1) @Max(1_000_000) int count,
			@RequestParam(defaultValue = "1000") @Min(1) @Max(60_000) int every, HttpServletResponse response)
			throws IOException, InterruptedException {
		EventSchedule schedule = EventSchedule.startNow(every);
		response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
		OutputStream out = response.getOutputStream();
		for (int event = 0; event < count; event++) {
			Thread.sleep(schedule.untilDue(event));
			var answer = new EventAnswer(this.name, ThreadKind.current(), event, schedule.dueMicros(event));
			out.write(("data:" + this.json.writeValueAsString(answer) + "\n\n").getBytes(StandardCharsets.UTF_8));
			out.flush();
			this.ledger.eventSent();
		}
	}

}
