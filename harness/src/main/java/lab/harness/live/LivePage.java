package lab.harness.live;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import lab.harness.lesson.LessonFile;
import lab.harness.lesson.Question;
import lab.harness.lesson.Words;
import lab.harness.live.LiveServer.Where;
import org.jspecify.annotations.Nullable;

/**
 * The page of whoever drives the services. It listens on loopback, or on all addresses of
 * a container. Besides the origin each post must show a token, which only the page knows.
 */
final class LivePage implements AutoCloseable {

	static final String TOKEN_HEADER = "X-Lab-Token";

	private static final int MAX_POST = 4096;

	private static final List<String> FAULTS = List.of("none", "error", "hang", "reset");

	private final Lab lab;

	private final Where where;

	private final List<LessonFile> lessons;

	private final @Nullable TeacherPage teacher;

	private final boolean onlyShows;

	private final String token = HexFormat.of().formatHex(random());

	private final WebServer server;

	/**
	 * Serves the page.
	 * @param port the port, or 0 for any
	 * @param lessons of which it shows pasted lines
	 * @param teacher what a teacher can do besides, or null without a class
	 * @param onlyShows whether it changes nothing, because an experiment is running
	 * @throws lab.harness.model.InvalidInputException if it is in use
	 */
	LivePage(Lab lab, Where where, int port, List<LessonFile> lessons, @Nullable TeacherPage teacher,
			boolean onlyShows) {
		this.lab = lab;
		this.where = where;
		this.lessons = lessons;
		this.teacher = teacher;
		this.onlyShows = onlyShows;
		this.server = new WebServer(where.pageAddress(), port, List.of("127.0.0.1", "localhost", "[::1]"), MAX_POST,
				this::routes);
	}

	int port() {
		return this.server.port();
	}

	private void routes(JavalinConfig config, WebServer server) {
		String html = WebServer.text("live.html")
			.replace("{token}", this.token)
			.replace("{bench}", this.where.bench())
			.replace("{class}", (this.teacher != null) ? "yes" : "")
			.replace("{watch}", this.onlyShows ? "yes" : "");
		server.page(config, "/", html);
		Assets.add(config, server);
		server.file(config, "/live.js", "live.js", Assets.SCRIPT);
		server.file(config, "/lines.js", "lines.js", Assets.SCRIPT);
		server.get(config, "/state", (context) -> this.lab.state(after(context)));
		Map<String, List<Predicted>> predicted = predicted();
		server.get(config, "/lessons", (context) -> predicted);
		server.get(config, "/class", (context) -> (this.teacher != null) ? this.teacher.see(context) : Map.of());
		if (this.onlyShows) {
			return;
		}
		post(config, server, "/start", (context, posted) -> start(posted));
		post(config, server, "/stop", (context, posted) -> stop());
		post(config, server, "/backend", (context, posted) -> backend(posted));
		if (this.teacher != null) {
			this.teacher.routes((path, taker) -> post(config, server, path, taker));
		}
	}

	/** What each lesson asks for, by the word that begins its lines. */
	private Map<String, List<Predicted>> predicted() {
		return this.lessons.stream()
			.filter((file) -> !file.lesson().advises())
			.collect(Collectors.toMap((file) -> "L" + file.number(),
					(file) -> file.lesson().predict().stream().map(Predicted::of).toList()));
	}

	/** Takes posts that show the token. */
	private void post(JavalinConfig config, WebServer server, String path, BiFunction<Context, Posted, Object> taker) {
		server.post(config, path, (context, posted) -> {
			requireToken(context);
			return taker.apply(context, posted);
		});
	}

	private static long after(Context context) {
		String after = context.queryParam("after");
		try {
			return (after != null) ? Long.parseLong(after) : 0;
		}
		catch (NumberFormatException ex) {
			throw new Refusal(400, "invalid-value", "after must be a whole number");
		}
	}

	private Object start(Posted posted) {
		LoadOrder order = new LoadOrder(posted.whole("users", 1, LoadOrder.MAX_USERS), posted.flag("guarded"),
				posted.predictions("predictions"));
		return Map.of("round", this.lab.start(order));
	}

	private Object stop() {
		this.lab.stop();
		return Map.of();
	}

	private Object backend(Posted posted) {
		if (posted.body().has("fault")) {
			this.lab.fault(posted.word("fault", FAULTS), posted.positive("share", 1));
		}
		else {
			this.lab.meanDelay(posted.whole("meanMillis", 1, Backend.MAX_MEAN_MILLIS), posted.flag("slowStart"));
		}
		return Map.of();
	}

	private void requireToken(Context context) {
		// Compared in a time that says nothing about the token.
		if (!MessageDigest.isEqual(bytes(this.token), bytes(WebServer.header(context, TOKEN_HEADER)))) {
			throw new Refusal(403, "wrong-token", "this page is older than its server: reload it");
		}
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static byte[] random() {
		byte[] bytes = new byte[16];
		new SecureRandom().nextBytes(bytes);
		return bytes;
	}

	@Override
	public void close() {
		this.server.close();
	}

	/**
	 * A figure that a lesson asks for.
	 *
	 * @param law what the law says, in the unit
	 */
	record Predicted(Words ask, String unit, @Nullable Double law) {

		static Predicted of(Question question) {
			return new Predicted(question.ask(), question.unit(), question.law());
		}

	}

}
