package lab.harness.report;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real browser without a window. It opens a page in a frame, since a window is never
 * narrower than 500 px, and a script in the page tells what became of it.
 */
final class Chromium {

	private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

	private static final Pattern FOUND = Pattern.compile("<pre id=\"found\">(.+?)</pre>", Pattern.DOTALL);

	private final Path program;

	private final Path folder;

	private Chromium(Path program, Path folder) {
		this.program = program;
		this.folder = folder;
	}

	/**
	 * The browser of this machine, if it has one.
	 * @param folder where it may write
	 */
	static Optional<Chromium> find(Path folder) {
		return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
			.flatMap((path) -> NAMES.stream().map((name) -> Path.of(path, name)))
			.filter(Files::isExecutable)
			.findFirst()
			.map((program) -> new Chromium(program, folder));
	}

	/** An empty window, to work in as a person does. */
	DevTools window() throws IOException, InterruptedException {
		return DevTools
			.of(browser("--remote-debugging-port=0", "about:blank").redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start());
	}

	/** Writes a page that collects whatever goes wrong in it. */
	Path write(String page) throws IOException {
		return Files.writeString(this.folder.resolve("page.html"), watched(page));
	}

	private static String watched(String page) {
		return page.replaceFirst("<head>", Matcher.quoteReplacement("<head>" + script("errors.js")));
	}

	/** What {@code probe.js} found in the page. */
	JsonNode open(String page, int width, boolean dark) throws IOException, InterruptedException {
		Path file = this.folder.resolve("page.html");
		Files.writeString(file, watched(page).replace("</body>", script("probe.js") + "</body>"));
		Path frame = this.folder.resolve("frame.html");
		Files.writeString(frame,
				"<!doctype html><pre id=found></pre><iframe style='border:0' width=" + width + " height=900 src=\""
						+ file.toUri() + "\"></iframe><script>addEventListener('message', (event) => "
						+ "{ document.getElementById('found').textContent = event.data; });</script>");
		Matcher found = FOUND.matcher(dump(frame, dark));
		if (!found.find()) {
			throw new IllegalStateException("the page did not answer");
		}
		return JsonMapper.shared()
			.readTree(found.group(1).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"));
	}

	private ProcessBuilder browser(String... more) {
		List<String> command = new ArrayList<>(List.of(this.program.toString(), "--headless", "--no-sandbox",
				"--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
				"--disable-sync", "--user-data-dir=" + this.folder.resolve("profile")));
		command.addAll(List.of(more));
		return new ProcessBuilder(command);
	}

	private String dump(Path page, boolean dark) throws IOException, InterruptedException {
		Process process = browser("--window-size=1400,1000", "--blink-settings=preferredColorScheme=" + (dark ? 0 : 1),
				"--virtual-time-budget=5000", "--dump-dom", page.toUri().toString())
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		try {
			String dom = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			if (!process.waitFor(60, TimeUnit.SECONDS)) {
				throw new IllegalStateException("the browser did not end");
			}
			return dom;
		}
		finally {
			process.destroyForcibly();
		}
	}

	private static String script(String resource) {
		try (var in = Chromium.class.getResourceAsStream(resource)) {
			if (in == null) {
				throw new IllegalStateException("no resource " + resource);
			}
			return "<script>" + new String(in.readAllBytes(), StandardCharsets.UTF_8) + "</script>";
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
