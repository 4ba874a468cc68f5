package lab.contract;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * {@code GET /limited} refuses requests above its limit, as the bulkhead does.
 */
class ConcurrencyLimitIT {

	@ParameterizedTest
	@EnumSource(names = "TOMCAT.*", mode = Mode.MATCH_ALL)
	void limitWhenReachedShouldRefuseAtOnceAndCallNobody(App app) {
		Service service = Lab.impatient(app);
		service.port();
		List<CompletableFuture<Reply>> first;
		try (Hold hold = Lab.FAULTY.hold()) {
			first = service.getAsync("/limited", Lab.PERMITS);
			await().until(() -> Lab.FAULTY.atOnce() == Lab.PERMITS);
			ApiIT.assertProblem(service.get("/limited"), 503, "bulkhead-full");
			assertThat(Lab.FAULTY.requests()).isEqualTo(Lab.PERMITS);
		}
		Reply.assertOk(first);
	}

}
