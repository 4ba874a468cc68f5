package lab.contract;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A process without free file handles cannot call its backend. The answer says that the
 * backend is not to blame.
 */
@EnabledOnOs(OS.LINUX)
class OpenFilesIT {

	/**
	 * A JVM needs fewer files to start, even in an image, where it opens each library.
	 */
	private static final int FILES = 400;

	@ParameterizedTest
	@EnumSource
	@Execution(ExecutionMode.CONCURRENT)
	void callWhenNoFileIsLeftShouldBe503(App app) throws IOException {
		FaultyBackend backend = new FaultyBackend();
		Service service = Service.startWithFiles(FILES, app.toString(), Lab.backend(backend.port()));
		List<Connection> connections = new ArrayList<>();
		try {
			parkVirtualThreads(service, backend);
			// The kernel accepts more connections than the app, so the app has no file
			// left.
			for (int i = 0; i < FILES; i++) {
				connections.add(new Connection(service.port()));
			}
			await().until(() -> connections.getFirst().get("/").equals("HTTP/1.1 503"));
			for (Connection connection : connections) {
				connection.close();
			}
			await().until(() -> service.ledger("requests/answers/local-limit") == 1);
			assertThat(service.ledger("calls/backendFailures/local-limit")).isOne();
			assertThat(service.ledger("calls/connectFailures")).isOne();
		}
		finally {
			for (Connection connection : connections) {
				connection.close();
			}
			service.stop();
		}
	}

	/**
	 * Lets more requests wait for the backend than there are carriers, so that a virtual
	 * thread parks in a read. The JDK opens files of its own for that the first time, and
	 * when it cannot, no virtual thread ever reads from a socket again.
	 */
	private static void parkVirtualThreads(Service service, FaultyBackend backend) {
		int requests = Runtime.getRuntime().availableProcessors() + 1;
		List<CompletableFuture<Reply>> replies;
		try (Hold hold = backend.hold()) {
			replies = service.getAsync("/", requests);
			await().until(() -> backend.atOnce() == requests);
		}
		assertThat(replies).allSatisfy((reply) -> assertThat(reply.join().status()).isEqualTo(200));
	}

}
