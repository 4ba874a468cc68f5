package lab.contract;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

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
		CountDownLatch latch = new CountDownLatch(1);
		Lab.FAULTY.answerWith(BackendAnswer.held(latch));
		List<CompletableFuture<Reply>> first = IntStream.range(0, Lab.PERMITS)
			.mapToObj((call) -> Reply.getAsync(service.port(), "/limited"))
			.toList();
		try {
			await().until(() -> Lab.FAULTY.atOnce() == Lab.PERMITS);
			ApiIT.assertProblem(service.get("/limited"), 503, "bulkhead-full");
			assertThat(Lab.FAULTY.requests()).isEqualTo(Lab.PERMITS);
		}
		finally {
			latch.countDown();
		}
		assertThat(first).allSatisfy((call) -> assertThat(call.join().status()).isEqualTo(200));
	}

}
