package lab.harness.live;

import io.javalin.config.JavalinConfig;

/**
 * The files that the pages share. The chart library is the one of the report.
 */
final class Assets {

	static final String SCRIPT = "text/javascript; charset=utf-8";

	private static final String STYLE = "text/css; charset=utf-8";

	private Assets() {
	}

	static void add(JavalinConfig config, WebServer server) {
		server.file(config, "/uplot.js", "/lab/harness/report/uPlot.iife.min.js", SCRIPT);
		server.file(config, "/uplot.css", "/lab/harness/report/uPlot.min.css", STYLE);
		server.file(config, "/icon.svg", "icon.svg", "image/svg+xml");
		server.file(config, "/page.css", "live.css", STYLE);
		server.file(config, "/words.js", "words.js", SCRIPT);
		server.file(config, "/page.js", "page.js", SCRIPT);
	}

}
