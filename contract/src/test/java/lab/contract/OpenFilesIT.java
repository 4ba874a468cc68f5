package lab.contract;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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
		Service service = Service.startWithFiles(FILES, app.toString(), Lab.backend(Lab.FAULTY.port()));
		List<Connection> connections = new ArrayList<>();
		try {
			Lab.FAULTY.answerWith(BackendAnswer.ok());
			assertThat(service.get("/").status()).isEqualTo(200);
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

}
