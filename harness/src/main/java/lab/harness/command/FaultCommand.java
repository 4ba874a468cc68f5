package lab.harness.command;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.App;
import lab.harness.run.process.Ports;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * {@code bench fault}. The backend itself checks the kind and its share.
 */
@Command(name = "fault", mixinStandardHelpOptions = true,
		description = "Makes a running backend fail, or ends its fault: bench fault hang, bench fault none.")
final class FaultCommand implements Callable<Integer> {

	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	private final CommandContext context;

	@Parameters(paramLabel = "KIND", description = "none, error, hang, reset or outage; replaces the current fault.")
	private String kind = "";

	@Option(names = "--share", paramLabel = "SHARE",
			description = "Share of the requests that it hits, above 0, at most 1.")
	private @Nullable Double share;

	@Option(names = "--port", paramLabel = "PORT", description = "Management port of the backend.",
			defaultValue = "" + (Ports.BACKEND + App.MANAGEMENT_OFFSET))
	private int port;

	FaultCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() throws InterruptedException {
		InvalidInputException.requireRange("--port", this.port, 1, 65535);
		Map<String, String> body = (this.share == null) ? Map.of("fault", this.kind)
				: Map.of("fault", this.kind, "share", String.valueOf(this.share));
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + "/actuator/backend"))
			.timeout(TIMEOUT)
			.header("Content-Type", "application/json")
			.POST(BodyPublishers.ofString(DataFile.mapper().writeValueAsString(body)))
			.build();
		try (HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
			HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
			String detail = detail(response.body());
			if (response.statusCode() == 400 && detail != null) {
				throw new InvalidInputException(detail);
			}
			if (response.statusCode() == 409 && detail != null) {
				return failed(detail);
			}
			if (response.statusCode() != 200) {
				return failed("the backend on port " + this.port + " answered " + response.statusCode());
			}
			this.context.out().println(this.kind.equals("none") ? "backend: no fault" : "backend: fault " + this.kind);
			return 0;
		}
		catch (IOException ex) {
			return failed("no backend answers on management port " + this.port);
		}
	}

	/** What the backend says is wrong, or null if something else answers on its port. */
	private static @Nullable String detail(String body) {
		try {
			JsonNode detail = DataFile.mapper().readTree(body).path("detail");
			return detail.isString() ? detail.asString() : null;
		}
		catch (JacksonException ex) {
			return null;
		}
	}

	private int failed(String why) {
		this.context.err().println("bench: " + why);
		return BenchCommand.FAILED;
	}

}
