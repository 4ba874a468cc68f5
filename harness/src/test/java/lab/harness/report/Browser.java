package lab.harness.report;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A browser without a window, with real clicks and keys. All tests share one, because its
 * start takes longer than most of them.
 */
public final class Browser implements AutoCloseable {

	/** Waits for drawn frames, after which everything that moves has moved. */
	private static final String FRAMES = "const done = arguments[arguments.length - 1]; "
			+ "requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done())));";

	/** It warns that it has no typed DevTools for this Chromium; none are used. */
	private static final Logger LOG = Logger.getLogger("org.openqa.selenium");

	private final ChromeDriver driver;

	private final Path page;

	private Browser(Path program, Path driver) {
		LOG.setLevel(Level.SEVERE);
		ChromeOptions options = new ChromeOptions();
		options.setBinary(program.toFile());
		options.addArguments("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
		LoggingPreferences logs = new LoggingPreferences();
		logs.enable(LogType.BROWSER, Level.ALL);
		options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
		try {
			this.page = Files.createTempFile("page", ".html");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.driver = new ChromeDriver(new ChromeDriverService.Builder().usingDriverExecutable(driver.toFile()).build(),
				options);
	}

	/**
	 * Opens a page.
	 * @param page the HTML
	 * @param width the width of the viewport; a window would be at least 500 px wide
	 * @param dark whether the user prefers dark colours
	 * @param still whether the user prefers reduced motion
	 */
	void open(String page, int width, boolean dark, boolean still) {
		try {
			Files.writeString(this.page, page);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		open(this.page.toUri(), width, dark, still);
	}

	/** Opens the page at an address, see above. */
	public void open(URI address, int width, boolean dark, boolean still) {
		this.driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
		this.driver.executeCdpCommand("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
						Map.of("name", "prefers-reduced-motion", "value", still ? "reduce" : "no-preference"))));
		this.driver.get(address.toString());
	}

	/**
	 * Everything that the console has shown since the last call: errors of scripts,
	 * rejected promises, blocked requests and messages.
	 */
	public List<String> problems() {
		return this.driver.manage().logs().get(LogType.BROWSER).getAll().stream().map(Object::toString).toList();
	}

	public void frames() {
		this.driver.executeAsyncScript(FRAMES);
	}

	/** The value of an expression. */
	public JsonNode evaluate(String expression) {
		return JsonMapper.shared().valueToTree(this.driver.executeScript("return " + expression));
	}

	/** What a script passes to {@code arguments[0]}. */
	public JsonNode ask(String script) {
		return JsonMapper.shared().valueToTree(this.driver.executeAsyncScript(script));
	}

	public void click(String selector) {
		// A smooth scroll would still move the element when the mouse arrives.
		this.driver.executeScript(
				"document.querySelector(arguments[0]).scrollIntoView({ behavior: 'instant', block: 'center' })",
				selector);
		this.driver.findElement(By.cssSelector(selector)).click();
	}

	public void press(Keys key) {
		new Actions(this.driver).sendKeys(key).perform();
	}

	/** Saves what the viewport shows. */
	public void picture(Path file) {
		try {
			Files.createDirectories(Objects.requireNonNull(file.getParent()));
			Files.write(file, this.driver.getScreenshotAs(OutputType.BYTES));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() throws IOException {
		this.driver.quit();
		Files.delete(this.page);
	}

	/**
	 * Passes the browser to tests. Without one they are skipped, unless
	 * {@code -Dlab.browser=required}.
	 */
	public static class Shared implements ExecutionCondition, ParameterResolver {

		private static final Optional<Path> PROGRAM = onPath("chromium", "chromium-browser", "google-chrome");

		private static final Optional<Path> DRIVER = onPath("chromedriver");

		private static final String MISSING = "neither Chromium nor Chrome, or no chromedriver, is on the PATH "
				+ "(Debian: apt-get install chromium chromium-driver)";

		private static Optional<Path> onPath(String... names) {
			return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
				.flatMap((folder) -> Stream.of(names).map((name) -> Path.of(folder, name)))
				.filter(Files::isExecutable)
				.findFirst();
		}

		@Override
		public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
			boolean run = PROGRAM.isPresent() && DRIVER.isPresent()
					|| "required".equals(System.getProperty("lab.browser"));
			return run ? ConditionEvaluationResult.enabled(null) : ConditionEvaluationResult.disabled(MISSING);
		}

		@Override
		public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
			return parameter.getParameter().getType() == Browser.class;
		}

		@Override
		public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
			return context.getRoot()
				.getStore(ExtensionContext.Namespace.GLOBAL)
				.computeIfAbsent(Browser.class,
						(key) -> new Browser(PROGRAM.orElseThrow(() -> new IllegalStateException(MISSING)),
								DRIVER.orElseThrow(() -> new IllegalStateException(MISSING))));
		}

	}

}
