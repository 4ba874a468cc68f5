package lab.harness.live;

import java.util.List;
import java.util.Map;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;

/**
 * The pages of the participants, the only ones that other machines can reach.
 */
final class ClassPage implements AutoCloseable {

	/** Bytes of a post at most. */
	static final int MAX_POST = 1024;

	private static final String SECRET_HEADER = "X-Lab-Participant";

	private final ClassRoom room;

	private final Lab lab;

	private final WebServer server;

	/**
	 * Serves the pages.
	 * @param address an address of this machine
	 * @param port the port, or 0 for any
	 */
	ClassPage(ClassRoom room, Lab lab, String address, int port) {
		this.room = room;
		this.lab = lab;
		this.server = new WebServer(address, port, List.of(host(address)), MAX_POST, this::routes);
	}

	/** An address as it stands in a URL. */
	static String host(String address) {
		return address.contains(":") ? "[" + address + "]" : address;
	}

	int port() {
		return this.server.port();
	}

	private void routes(JavalinConfig config, WebServer server) {
		server.page(config, "/", WebServer.text("class.html"));
		Assets.add(config, server);
		server.file(config, "/class.js", "class.js", Assets.SCRIPT);
		server.get(config, "/state", (context) -> this.room.seenBy(secret(context), this.lab.round()));
		server.limitPosts(config, (context) -> this.room.countPost(secret(context), context.ip()));
		server.post(config, "/join", (context, posted) -> this.room.join(posted.text("code"), context.ip()));
		server.post(config, "/answer", (context, posted) -> answer(context, posted));
	}

	private Object answer(Context context, Posted posted) {
		this.room.answer(secret(context), posted.whole("question", 1, Integer.MAX_VALUE),
				posted.predictions("predictions"));
		return Map.of();
	}

	private static String secret(Context context) {
		return WebServer.header(context, SECRET_HEADER);
	}

	/**
	 * Ends the class, so that the predictions of an open question are kept.
	 * @throws Refusal if they cannot be kept
	 */
	@Override
	public void close() {
		this.server.close();
		this.room.end();
	}

}
