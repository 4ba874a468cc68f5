package lab.harness.run;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import lab.harness.model.experiment.CsvTable;
import lab.harness.model.experiment.Request;
import lab.harness.model.result.RunFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request as the users will, one for each path, before there is any load.
 *
 * @param base the address of the service, without a path
 */
record FirstRequests(Request request, String base) {

	/** The code of the service is cold. */
	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	/** Headers that the JDK's client sets itself. */
	private static final Set<String> OF_CLIENT = Set.of("host", "expect");

	private static final int NOT_FOUND = 404;

	private static final HttpClient CLIENT = Management.client(TIMEOUT);

	/**
	 * Asks a path, with the first row of the values.
	 * @throws RunFailedException if the service refuses the request; its own errors are
	 * left to the run
	 */
	void ask(String path) throws InterruptedException {
		CsvTable table = this.request.table();
		HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(this.base + filled(path, table)))
			.timeout(TIMEOUT)
			.method(this.request.method().name(), (this.request.body() != null)
					? BodyPublishers.ofString(filled(this.request.body().content(), table)) : BodyPublishers.noBody());
		this.request.headers().forEach((name, value) -> {
			if (!OF_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
				builder.header(name, filled(value, table));
			}
		});
		HttpRequest first = builder.build();
		String words = "the first request failed: " + first.method() + " " + first.uri();
		try {
			int status = CLIENT.send(first, BodyHandlers.discarding()).statusCode();
			if (status / 100 == 4) {
				throw new RunFailedException(words + " answered " + status + "; check the "
						+ ((status == NOT_FOUND) ? "path" : "path, method, headers and body") + " of the load");
			}
		}
		catch (IOException ex) {
			throw new RunFailedException(words + " got no answer: " + ex, ex);
		}
	}

	private static String filled(String text, @Nullable CsvTable table) {
		String filled = text;
		if (table != null) {
			List<String> columns = table.columns();
			for (String column : columns) {
				filled = filled.replace("${" + column + "}", table.value(table.rows().getFirst(), column));
			}
		}
		return filled;
	}

}
