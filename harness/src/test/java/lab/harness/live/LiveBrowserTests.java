package lab.harness.live;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

import lab.harness.report.Browser;
import lab.harness.lesson.LessonFile;
import lab.harness.live.LiveServer.Where;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The live page and the page of a participant in a real browser.
 */
@ExtendWith(Browser.Shared.class)
@ResourceLock("browser")
class LiveBrowserTests {

	private static final String OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

	private static final String CARDS = "document.querySelectorAll('article').length";

	private final Browser browser;

	private final FakeLoads loads = new FakeLoads();

	private final AtomicLong clock = new AtomicLong();

	@TempDir
	private Path folder;

	private FakeActuator actuator;

	private Lab lab;

	private ClassRoom room;

	private ClassPage participants;

	private LivePage page;

	LiveBrowserTests(Browser browser) {
		this.browser = browser;
	}

	@BeforeEach
	void setUp() throws IOException {
		this.actuator = new FakeActuator();
		this.lab = new Lab(FakeActuator.MODELS.stream().map(this.actuator::service).toList(),
				this.actuator.service("slow-backend"), this.loads);
		this.room = new ClassRoom(this.folder, this.clock::get);
		this.participants = new ClassPage(this.room, this.lab, "127.0.0.1", 0);
		this.page = new LivePage(this.lab, Where.THIS_MACHINE, 0, LessonFile.all(Path.of("../workshop")),
				new TeacherPage(this.room, this.lab, "http://127.0.0.1:" + this.participants.port()), false);
		this.lab.tick();
		this.actuator.answered(400);
		this.lab.tick();
	}

	@AfterEach
	void tearDown() {
		// Other tests use the same browser, whose page would ask a server that is gone.
		this.browser.open(URI.create("about:blank"), 1280, false, true);
		this.browser.problems();
		this.page.close();
		this.participants.close();
		this.lab.close();
		this.actuator.close();
	}

	@ParameterizedTest
	@CsvSource({ "1280, false, en", "1280, true, zh", "420, true, en", "420, false, zh" })
	void openShouldShowEveryModelAndFit(int width, boolean dark, String language) {
		open(this.page.port(), "?lang=" + language, width, dark);
		await().untilAsserted(() -> assertThat(number(CARDS)).isEqualTo(3));
		this.browser.frames();
		assertThat(number(OVERFLOW)).as("px that it scrolls sideways").isZero();
		assertThat(text("#models")).contains("tomcat-platform", "tomcat-virtual", "webflux").contains("400");
		assertThat(text(".note")).contains(language.equals("zh") ? "这不是测量" : "This is no measurement");
		assertThat(this.browser.evaluate("document.documentElement.lang").asString()).startsWith(language);
		picture("live-" + width + "-" + language);
		assertThat(this.browser.problems()).isEmpty();
	}

	@Test
	void languageWhenItIsPressedShouldChangeTheWholePage() {
		openWithCards();
		this.browser.click("#language");
		assertThat(text("h1")).isEqualTo("并发模型实时观察");
		assertThat(this.browser.evaluate("location.search").asString()).contains("lang=zh");
		this.browser.click("#language");
		assertThat(text("h1")).isEqualTo("The concurrency models, live");
	}

	@Test
	void startWhenThereIsAPredictionShouldShowItBesideTheLaw() {
		openWithCards();
		value("#guess-webflux", "650");
		this.browser.evaluate("document.querySelector('#guess-webflux').focus()");
		this.browser.press(Keys.ENTER);
		await().untilAsserted(() -> assertThat(text("#results")).contains("650", "400"));
		assertThat(this.loads.alive()).hasSize(3);
		await().untilAsserted(
				() -> assertThat(this.browser.evaluate("document.querySelector('#stop').disabled").asBoolean())
					.isFalse());
		this.browser.click("#stop");
		await().untilAsserted(() -> assertThat(this.loads.alive()).isEmpty());
		assertThat(this.browser.problems()).isEmpty();
	}

	@Test
	void faultWhenItIsPressedShouldReachTheBackend() {
		openWithCards();
		this.browser.click("[data-fault=hang]");
		await()
			.untilAsserted(() -> assertThat(this.actuator.posts()).singleElement().asString().contains("hang", "0.3"));
	}

	@Test
	void linesWhenTheyArePastedShouldBecomeHistogramsAndRunNothing() {
		openWithCards();
		value("#lines", """
				L4 win 25 | 42 68 150 | 30 67 150 | ok
				[10:02] Otter: L4 mac 21 | 90 - 220 | 28 66 149 | disturbed
				L4 linux 25 | 42 68 150 | 1 2 3 | invalid
				L1 <img src=x onerror=alert(1)> | 1 | 1 | ok
				hello
				""");
		this.browser.evaluate("document.querySelector('#lines').dispatchEvent(new Event('input'))");
		this.browser.evaluate("document.querySelector('#pasted').open = true");
		assertThat(number("document.querySelectorAll('#lineFigures figure').length")).isEqualTo(3);
		assertThat(number("document.querySelectorAll('#lineFigures figure:nth-child(1) line.laptop').length"))
			.isEqualTo(2);
		assertThat(text("#lineFigures")).contains("answered in time", "42", "2 figures, median 68; 1 don’t know",
				"150");
		assertThat(text("#linesSaid")).contains("3 lines; 1 of them", "line 4, 5");
		picture("live-lines");
		assertThat(this.browser.problems()).isEmpty();
	}

	@Test
	void classShouldPredictWithoutSeeingTheLaw() {
		openWithCards();
		await().untilAsserted(() -> assertThat(text("#code")).isEqualTo(this.room.code()));
		this.browser.click("#classAsk");
		await().untilAsserted(() -> assertThat(text("#joined")).contains("0"));
		await().untilAsserted(() -> assertThat(text("main")).doesNotContain("400"));
		open(this.participants.port(), "?lang=en", 420, false);
		value("#code", this.room.code());
		this.browser.click("#join button");
		await().untilAsserted(() -> assertThat(text("#member")).contains("You are: "));
		await().untilAsserted(() -> assertThat(text("#question")).contains("300 users"));
		value("#guess-webflux", "550");
		this.browser.click("#answer button");
		await().untilAsserted(() -> assertThat(text("#sent")).contains("has arrived"));
		assertThat(text("main")).doesNotContain("400");
		assertThat(number(OVERFLOW)).isZero();
		picture("class-420");
		String animal = text("#animal");
		open(this.participants.port(), "?lang=en", 420, true);
		await().untilAsserted(() -> assertThat(text("#animal")).isEqualTo(animal));
		await().untilAsserted(
				() -> assertThat(this.browser.evaluate("document.querySelector('#guess-webflux').value").asString())
					.isEqualTo("550"));
		assertThat(this.browser.problems()).isEmpty();
		openWithCards();
		this.browser.click("#classClose");
		await().untilAsserted(() -> assertThat(text("#histograms")).contains("1 figures, median 550"));
		assertThat(text("#models")).contains("400");
		picture("live-class");
		assertThat(this.browser.problems()).isEmpty();
	}

	private void openWithCards() {
		open(this.page.port(), "?lang=en", 1280, false);
		await().untilAsserted(() -> assertThat(number(CARDS)).isEqualTo(3));
	}

	private void open(int port, String query, int width, boolean dark) {
		this.browser.open(URI.create("http://127.0.0.1:" + port + "/" + query), width, dark, false);
	}

	private int number(String expression) {
		return this.browser.evaluate(expression).intValue();
	}

	private String text(String selector) {
		return this.browser.evaluate("document.querySelector('" + selector + "').innerText").asString();
	}

	private void value(String selector, String value) {
		this.browser.evaluate("document.querySelector('" + selector + "').value = `" + value + "`");
	}

	private void picture(String name) {
		this.browser.picture(Path.of("target", "pictures", name + ".png"));
	}

}
