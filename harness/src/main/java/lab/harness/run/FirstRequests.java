package lab.harness.run;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;

import lab.harness.model.experiment.CsvTable;
import lab.harness.model.experiment.Request;
import lab.harness.model.result.RunFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request as the users will, one for each path, before there is any load.
 *
 * @param base the address of the service, without a path
 * @param authorization the header that logs in, or null for none
 */
record FirstRequests(Request request, String base, @Nullable String authorization) {

	static final String AUTHORIZATION = "Authorization";

	/** The code of the service is cold. */
	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final int TRIES = 20;

	private static final Duration MOST_TRIES = Duration.ofSeconds(2);

	/** Headers that the JDK's client sets itself. */
	private static final Set<String> OF_CLIENT = Set.of("host", "expect");

	static final int NOT_FOUND = 404;

	/** The answers to a request without a login, besides a redirect to its page. */
	static final Set<Integer> LOGIN = Set.of(401, 403);

	private static final int SERVER_ERROR = 500;

	private static final HttpClient CLIENT = Management.client(TIMEOUT);

	/**
	 * How long a request waits: the shortest time of twenty more, or of those that two
	 * seconds allow, without the share in which the service computes. The code is cold,
	 * so this share is large where a request does not wait.
	 * @param cpuMillis reads the CPU time of the service
	 */
	Duration meanWait(String path, LongSupplier cpuMillis) throws InterruptedException {
		long begin = System.nanoTime();
		long cpuBefore = cpuMillis.getAsLong();
		long quickest = MOST_TRIES.toNanos();
		for (int request = 0; request < TRIES && System.nanoTime() - begin < MOST_TRIES.toNanos(); request++) {
			long asked = System.nanoTime();
			ask(path);
			quickest = Math.min(quickest, System.nanoTime() - asked);
		}
		double computes = (cpuMillis.getAsLong() - cpuBefore) * 1e6 / (System.nanoTime() - begin);
		return Duration.ofNanos(Math.round(quickest * Math.max(0, 1 - computes)));
	}

	/**
	 * Asks a path, with the first row of the values.
	 * @throws RunFailedException if the answer is no success; an error of the service is
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
				builder.setHeader(name, filled(value, table));
			}
		});
		if (this.authorization != null) {
			builder.setHeader(AUTHORIZATION, this.authorization);
		}
		HttpRequest first = builder.build();
		String words = "the first request failed: " + first.method() + " " + first.uri();
		try {
			HttpResponse<Void> answer = CLIENT.send(first, BodyHandlers.discarding());
			int status = answer.statusCode();
			if (status < SERVER_ERROR && !String.valueOf(status).matches(this.request.successPattern())) {
				throw new RunFailedException(words + " answered " + status + advice(status, answer));
			}
		}
		catch (IOException ex) {
			throw new RunFailedException(words + " got no answer: " + ex, ex);
		}
	}

	private static String advice(int status, HttpResponse<Void> answer) {
		if (status / 100 == 3) {
			return " (to " + answer.headers().firstValue("Location").orElse("no place")
					+ "), and a redirect is not followed; check path and login of the load, or write 'success: "
					+ status + "' into it";
		}
		if (LOGIN.contains(status)) {
			return "; check login, path, method, headers and body of the load";
		}
		return (status / 100 == 2) ? ", which 'success' of the load does not name"
				: "; check the " + ((status == NOT_FOUND) ? "path" : "path, method, headers and body") + " of the load";
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
