package lab.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Prepares and calls the guarded endpoint.
 */
final class Guards {

	static final String PATH = "/guarded";

	private Guards() {
	}

	/**
	 * Returns an app whose breaker is closed and no longer counts the failures of earlier
	 * tests.
	 */
	static Service settled(App app) {
		Service service = Lab.impatient(app);
		service.port();
		Lab.FAULTY.answerWith(BackendAnswer.ok());
		await().until(() -> service.get(PATH).status() == 200 && service.breaker().equals("closed"));
		for (int i = 0; i < Lab.WINDOW; i++) {
			assertThat(service.get(PATH).status()).isEqualTo(200);
		}
		return service;
	}

}
