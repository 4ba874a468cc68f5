package lab.harness.live;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.javalin.http.Context;

/**
 * Lets the live page of a teacher ask the class, close the question and run its load.
 *
 * @param address the address of the participants' pages
 */
record TeacherPage(ClassRoom room, Lab lab, String address) {

	/** Names the teacher's page, which keeps its name when it is loaded again. */
	private static final String TEACHER_HEADER = "X-Lab-Teacher";

	/**
	 * Adds the posts of the teacher.
	 * @param posts adds a path and who takes its posts
	 */
	void routes(BiConsumer<String, BiFunction<Context, Posted, Object>> posts) {
		posts.accept("/class/ask", ofTeacher(this::ask));
		posts.accept("/class/close", ofTeacher((posted) -> {
			this.room.close();
			return Map.of();
		}));
		posts.accept("/class/start", ofTeacher((posted) -> {
			this.room.started(this.lab.start(this.room.order()));
			return Map.of();
		}));
	}

	private BiFunction<Context, Posted, Object> ofTeacher(Function<Posted, Object> taker) {
		return (context, posted) -> {
			requireTeacher(context);
			return taker.apply(posted);
		};
	}

	/** The class as the page shows it; a second page is refused. */
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
