package lab.harness.live;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;

/**
 * What the live page of a teacher can do besides: ask the class, close the question, run
 * its load.
 *
 * @param address where participants find their pages
 */
record TeacherPage(ClassRoom room, Lab lab, String address) {

	/** Names the teacher's page, which keeps its name when it is loaded again. */
	private static final String TEACHER_HEADER = "X-Lab-Teacher";

	void routes(JavalinConfig config, WebServer server, Consumer<Context> requireToken) {
		server.post(config, "/class/ask", (context, posted) -> {
			requireToken.accept(context);
			requireTeacher(context);
			return ask(posted);
		});
		server.post(config, "/class/close", (context, posted) -> {
			requireToken.accept(context);
			requireTeacher(context);
			this.room.close();
			return Map.of();
		});
		server.post(config, "/class/start", (context, posted) -> {
			requireToken.accept(context);
			requireTeacher(context);
			this.room.started(this.lab.start(this.room.order()));
			return Map.of();
		});
	}

	/** What the page shows; a second page sees nothing of the class. */
	Object see(Context context) {
		requireTeacher(context);
		return Map.of("address", this.address, "room", this.room.seenByTeacher(this.lab.round()));
	}

	private Object ask(Posted posted) {
		List<String> models = this.lab.names()
			.stream()
			.filter((model) -> posted.body().path("models").path(model).asBoolean(false))
			.toList();
		if (models.isEmpty()) {
			throw new Refusal(400, "wrong-model", "choose at least one model");
		}
		int users = posted.whole("users", 1, LoadOrder.MAX_USERS);
		// A load that runs would show the answer.
		this.lab.stop();
		this.room.ask(users, posted.flag("guarded"), models, this.lab.meanMillis());
		return Map.of();
	}

	private void requireTeacher(Context context) {
		this.room.requireTeacher(WebServer.header(context, TEACHER_HEADER));
	}

}
