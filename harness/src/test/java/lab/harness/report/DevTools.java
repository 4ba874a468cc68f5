package lab.harness.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.awaitility.Awaitility.await;

/**
 * A page in a browser, by the Chrome DevTools Protocol: real clicks and keys, and
 * pictures.
 */
final class DevTools implements WebSocket.Listener, AutoCloseable {

	private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([^/]+)/.*");

	private static final Map<String, Integer> KEYS = Map.of(" ", 32, "PageUp", 33, "PageDown", 34, "End", 35, "Home",
			36, "ArrowLeft", 37, "ArrowRight", 39);

	private final Process browser;

	private final HttpClient http = HttpClient.newHttpClient();

	private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();

	private final AtomicInteger last = new AtomicInteger();

	private final List<String> problems = new CopyOnWriteArrayList<>();

	private final StringBuilder text = new StringBuilder();

	private @Nullable WebSocket socket;

	private DevTools(Process browser) {
		this.browser = browser;
	}

	static DevTools of(Process browser) throws IOException, InterruptedException {
		DevTools tools = new DevTools(browser);
		try {
			tools.connect();
		}
		catch (IOException | InterruptedException | RuntimeException ex) {
			tools.close();
			throw ex;
		}
		return tools;
	}

	private void connect() throws IOException, InterruptedException {
		String address = address(this.browser.errorReader());
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + "/json/list")).build();
		for (JsonNode target : JsonMapper.shared()
			.readTree(this.http.send(request, HttpResponse.BodyHandlers.ofString()).body())) {
			if (target.path("type").asString().equals("page")) {
				this.socket = this.http.newWebSocketBuilder()
					.buildAsync(URI.create(target.path("webSocketDebuggerUrl").stringValue()), this)
					.join();
			}
		}
		for (String domain : List.of("Runtime", "Log", "Page")) {
			send(domain + ".enable", Map.of());
		}
	}

	private static String address(BufferedReader errors) throws IOException {
		for (String line = errors.readLine(); line != null; line = errors.readLine()) {
			Matcher matcher = LISTENING.matcher(line);
			if (matcher.matches()) {
				return matcher.group(1);
			}
		}
		throw new IllegalStateException("the browser ended");
	}

	@Override
	public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean whole) {
		this.text.append(data);
		if (whole) {
			JsonNode message = JsonMapper.shared().readTree(this.text.toString());
			this.text.setLength(0);
			CompletableFuture<JsonNode> answer = this.waiting.remove(message.path("id").asInt(0));
			if (answer != null) {
				answer.complete(message);
			}
			else if (problem(message)) {
				this.problems.add(message.toString());
			}
		}
		socket.request(1);
		return null;
	}

	private static boolean problem(JsonNode message) {
		return switch (message.path("method").asString("")) {
			case "Runtime.exceptionThrown" -> true;
			case "Runtime.consoleAPICalled" -> !message.path("params").path("type").asString().equals("log");
			case "Log.entryAdded" -> true;
			default -> false;
		};
	}

	private JsonNode send(String method, Map<String, ?> parameters) {
		int id = this.last.incrementAndGet();
		CompletableFuture<JsonNode> answer = new CompletableFuture<>();
		this.waiting.put(id, answer);
		WebSocket open = this.socket;
		if (open == null) {
			throw new IllegalStateException("the browser shows no page");
		}
		open.sendText(JsonMapper.shared().writeValueAsString(Map.of("id", id, "method", method, "params", parameters)),
				true)
			.join();
		JsonNode message = answer.orTimeout(30, TimeUnit.SECONDS).join();
		if (message.has("error") || message.path("result").has("exceptionDetails")) {
			throw new IllegalStateException(method + ": " + message);
		}
		return message.path("result");
	}

	/** Everything that went wrong in the page and that its console says. */
	List<String> problems() {
		evaluate("window.problems").forEach((problem) -> this.problems.add(problem.asString()));
		return this.problems;
	}

	/** Opens a page and waits until it is there. */
	void show(Path page) {
		send("Page.navigate", Map.of("url", page.toUri().toString()));
		await().until(
				() -> evaluate("document.URL !== 'about:blank' && document.readyState").asString().equals("complete"));
	}

	/** The size of the window, the colours and the motion that its user likes. */
	void view(int width, boolean dark, boolean still) {
		send("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
		send("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
						Map.of("name", "prefers-reduced-motion", "value", still ? "reduce" : "no-preference"))));
	}

	/** Waits until the page was drawn twice, so that whatever moves has moved. */
	void frames() {
		evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => "
				+ "requestAnimationFrame(done)))).then(() => 0)");
	}

	/** The value of an expression, or what a promise holds. */
	JsonNode evaluate(String expression) {
		return send("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true))
			.path("result")
			.path("value");
	}

	/** A click of the mouse in the middle of an element. */
	void click(String selector) {
		JsonNode middle = evaluate("(() => { const one = document.querySelector('" + selector
				+ "'); one.scrollIntoView({ behavior: 'instant', block: 'center' }); const box = one.getBoundingClientRect(); "
				+ "return [box.x + box.width / 2, box.y + box.height / 2]; })()");
		for (String type : List.of("mousePressed", "mouseReleased")) {
			send("Input.dispatchMouseEvent", Map.of("type", type, "x", middle.path(0).doubleValue(), "y",
					middle.path(1).doubleValue(), "button", "left", "clickCount", 1));
		}
	}

	/** A key pressed and let go. */
	void press(String key) {
		Integer code = KEYS.get(key);
		if (code == null) {
			throw new IllegalArgumentException(key);
		}
		String name = key.equals(" ") ? "Space" : key;
		send("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key, "code", name, "windowsVirtualKeyCode",
				code, "text", key.equals(" ") ? " " : ""));
		send("Input.dispatchKeyEvent",
				Map.of("type", "keyUp", "key", key, "code", name, "windowsVirtualKeyCode", code));
	}

	/** A picture of what the window shows. */
	void picture(Path file) {
		try {
			Files.createDirectories(file.getParent());
			Files.write(file, Base64.getDecoder()
				.decode(send("Page.captureScreenshot", Map.of("format", "png")).path("data").stringValue()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Until the last of its processes has ended, which write to its folder. */
	@Override
	public void close() {
		List<ProcessHandle> all = Stream.concat(Stream.of(this.browser.toHandle()), this.browser.descendants())
			.toList();
		this.browser.destroy();
		all.forEach((process) -> process.onExit().orTimeout(20, TimeUnit.SECONDS).join());
		this.http.shutdownNow();
	}

}
