package lab.tomcat;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import jakarta.servlet.ServletOutputStream;
import lab.common.api.Answers.EventAnswer;
import lab.common.ledger.Ledger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.mock.web.DelegatingServletOutputStream;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Tests for {@link EventController}.
 */
class EventControllerTests {

	private final JsonMapper json = new JsonMapper();

	private final Ledger ledger = new Ledger();

	private final EventController controller = new EventController("app", this.json, this.ledger);

	@Test
	void eventsShouldBeDueOneAfterAnother() throws Exception {
		MockHttpServletResponse response = new MockHttpServletResponse();
		this.controller.events(3, 10, response);
		assertThat(response.getContentType()).isEqualTo("text/event-stream");
		assertThat(response.getContentAsString()).matches("(data:\\{.+}\n\n){3}");
		List<EventAnswer> events = Stream.of(response.getContentAsString().split("\n\n"))
			.map((event) -> this.json.readValue(event.substring("data:".length()), EventAnswer.class))
			.toList();
		assertThat(events).extracting(EventAnswer::event).containsExactly(0, 1, 2);
		long start = events.getFirst().dueMicros();
		assertThat(events).extracting(EventAnswer::dueMicros)
			.containsExactlyElementsOf(IntStream.range(0, 3).mapToObj((event) -> start + 10_000L * event).toList());
		assertThat(this.ledger.requests().events()).isEqualTo(3);
	}

	@Test
	void eventsWhenAWriteFailsShouldEndWithoutCountingIt() {
		assertThatIOException().isThrownBy(() -> this.controller.events(1000, 1, new BrokenAfterTwoEvents()));
		assertThat(this.ledger.requests().events()).isEqualTo(2);
	}

	/** The response to a reader who leaves. */
	private static final class BrokenAfterTwoEvents extends MockHttpServletResponse {

		private int flushed;

		@Override
		public ServletOutputStream getOutputStream() {
			return new DelegatingServletOutputStream(new OutputStream() {

				@Override
				public void write(int part) {
					// buffers, as a server does
				}

				@Override
				public void flush() throws IOException {
					if (++BrokenAfterTwoEvents.this.flushed > 2) {
						throw new IOException("Broken pipe");
					}
				}

			});
		}

	}

}
