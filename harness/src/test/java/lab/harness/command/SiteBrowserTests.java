package lab.harness.command;

import java.nio.file.Path;

import lab.harness.docs.Page;
import lab.harness.report.Browser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages of {@code bench site} in a real browser, from a disk.
 */
@ExtendWith(Browser.Shared.class)
@ResourceLock("browser")
class SiteBrowserTests {

	/** The narrowest telephone that must not scroll sideways, and a laptop. */
	private static final int[] WIDTHS = { 420, 1280 };

	private static final String OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

	private static final String BROKEN_PICTURES = "[...document.images].filter((one) => one.naturalWidth === 0).length";

	@TempDir
	private static Path site;

	private final Browser browser;

	SiteBrowserTests(Browser browser) {
		this.browser = browser;
	}

	@BeforeAll
	static void makeSite() {
		TypedCommand bench = new TypedCommand(Page.ROOT);
		assertThat(bench.run("site", "--out", site.toString())).as(bench.stderr()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "index.html", "docs/answers.html", "docs/results.html", "docs/how-to/own-service.html",
			"docs/how-to/slower-after-the-switch.html", "docs/reference/public-claims.html",
			"docs/reference/literature.html", "docs/results/comparison/report.html", "docs/results/outage/report.html",
			"docs/results/pinning/report.html" })
	void openShouldFitAndShowItsPicturesWithoutAnError(String page) {
		for (int width : WIDTHS) {
			this.browser.open(site.resolve(page).toUri(), width, width == 420, false);
			this.browser.frames();
			assertThat(this.browser.problems()).as("console of %s", page).isEmpty();
			assertThat(this.browser.evaluate(OVERFLOW).intValue()).as("%s at %d px scrolls sideways by", page, width)
				.isZero();
			assertThat(this.browser.evaluate(BROKEN_PICTURES).intValue()).as("broken pictures of %s", page).isZero();
		}
	}

}
