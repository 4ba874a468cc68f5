package lab.harness.advise;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

import lab.harness.docs.GeneratedFile;
import org.jspecify.annotations.Nullable;
import lab.harness.report.Language;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AdviceTextTests {

	private static final Path GOLDEN = Path.of("src/test/resources/reports/advice.txt");

	private static final double NONE = Double.POSITIVE_INFINITY;

	private static final double MIB = 1024 * 1024;

	/**
	 * The example of the page: 300 requests a second of 500 + 20 + 3 ms, 200 threads, 10
	 * connections, 2 cores, 512 MiB.
	 */
	@Test
	void textShouldBeGolden() throws IOException {
		GeneratedFile.check(GOLDEN,
				text(workload(300.0, new Workload.Times(500.0, 20.0, 3.0, false, 0),
						Map.of(Resource.REQUEST_THREADS, 200.0, Resource.DATABASE_POOL, 10.0, Resource.CPU, 2.0,
								Resource.HEAP, 512 * MIB))
					.withDefaults(true)),
				"if the new text is right, write it with: mvn -pl harness -am -Dtest=AdviceTextTests -Dlab.write=true test");
	}

	@Test
	void textWhenNoLimitIsKnownShouldNameTheOptions() {
		assertThat(text(300.0, 500, Map.of()))
			.startsWith("At 300 requests a second 150 are in flight; no limit of the service is known.\n")
			.contains(
					"Left out, because neither given nor readable: server connections (--connections); request threads "
							+ "(--threads); HTTP pool (--http-pool); database pool (--pool, --query); CPU (--cores, --cpu); heap "
							+ "(--heap).");
	}

	@Test
	void textWhenMoreArrivesThanIsServedShouldSayHowMuchIsRefused() {
		// 200 / 0.5 s = 400 of 500
		assertThat(text(500.0, 500, Map.of(Resource.REQUEST_THREADS, 200.0)))
			.startsWith(
					"At 500 requests a second 250 would be in flight, but the smallest limit, the number of request "
							+ "threads, allows only 400 req/s: a guard must refuse 20.0 % of the requests.\n")
			.contains("remove the limit of 200 request threads: 500 req/s instead of 400 (docs/results/comparison).",
					"a bulkhead of 199 permits", "Rate x wait = 250, limited by the request threads.");
	}

	@Test
	void textWhenThereIsOneRequestThreadShouldSayThatNoGuardWorks() {
		// 1 / 0.5 s = 2 of 5
		assertThat(text(5.0, 500, Map.of(Resource.REQUEST_THREADS, 1.0)))
			.contains("allows only 2 req/s: it cannot serve 60.0 % of the requests.\n",
					"Guard: none works with a single request thread")
			.doesNotContain("the time of a call");
	}

	@Test
	void textWhenUsersAreFixedShouldNeedNoGuard() {
		assertThat(text(null, 500, Map.of(Resource.USERS, 500.0, Resource.REQUEST_THREADS, NONE)))
			.startsWith(
					"500 users get at most 1000 req/s, each answer after 500 ms on average: the smallest limit is the "
							+ "number of users.\n")
			.contains("no limit", "Guard: none is needed", "docs/results/guards", "0 ms (users think, --think)");
	}

	@Test
	void textWhenTheHeapOfTheServiceIsGivenShouldNameNoRecordOfIt() {
		assertThat(text(new Workload(300.0, new Workload.Times(500.0, null, null, false, 0),
				Map.of(Resource.HEAP, 512 * MIB), Set.of(), null, 64 * MIB, null)))
			.contains("The heap limit leaves 64 MiB to the service "
					+ "itself. It leaves no room for garbage: with little room the collector pauses often "
					+ "(docs/results/heap).\n")
			.doesNotContain("--service-heap", "The CPU limit");
	}

	@Test
	void textWhenTheHeapDecidesShouldSayThatTheModelsDifferInIt() {
		// (60 - 28) MiB / 161 KiB and / 22 KiB
		assertThat(text(300.0, 1000, Map.of(Resource.REQUEST_THREADS, NONE, Resource.HEAP, 60 * MIB)))
			.contains("the heap, allows only 203 req/s",
					"WebFlux differs by the heap that a waiting request holds (docs/results/waiting-memory).")
			.containsPattern("WebFlux +300 ");
	}

	@Test
	void textWhenTheConnectionIsHeldShouldSayWhatEndsIt() {
		// 10 / 0.52 s and 10 / 0.02 s; 200 threads wait 200 / 19.23 - 0.52 s
		assertThat(text(workload(300.0, new Workload.Times(500.0, 20.0, null, true, 0), Map.of()).withDefaults(true)))
			.contains("the database pool (held for query and wait, 10 assumed), allows only 19.2 req/s",
					"Held for the query alone, the pool would allow 500 req/s",
					"A request waits 9.880 s for a connection to the database, less than its timeout of 30 s.",
					"Assumed, because not given: 8192 (server connections, --connections), 100 (accept queue, "
							+ "--accept-count), 200 (request threads, --threads), 10 (database pool, --pool), 30 s (wait for "
							+ "the database pool, --pool-timeout).");
	}

	@Test
	void textWhenTheWaitForAConnectionIsTooLongShouldSayThatRequestsFail() {
		Workload.Times times = new Workload.Times(980.0, 20.0, null, true, 0);
		Map<Resource, Double> amounts = Map.of(Resource.USERS, 460.0, Resource.DATABASE_POOL, 10.0,
				Resource.REQUEST_THREADS, NONE);
		// 460 / 10 - 1 s
		assertThat(text(workload(null, times, amounts)))
			.contains("A request would wait 45 s for a connection to the database, longer than its timeout of 30 s: "
					+ "requests fail instead of waiting.");
		assertThat(text(new Workload(null, times, amounts, Set.of(), null, null, 60_000.0)))
			.contains("A request waits 45 s for a connection to the database, less than its timeout of 60 s.");
	}

	/** One connection that is busy half of the time: half of the requests wait. */
	@Test
	void textWhenTheTimeoutOfThePoolIsShortShouldSayHowManyFail() {
		Workload workload = new Workload(5.0, new Workload.Times(null, 100.0, null, false, 0),
				Map.of(Resource.DATABASE_POOL, 1.0), Set.of(), null, null, 200.0);
		// e^(-(10 - 5) 0.2) / 2, and a mean wait of 0.5 / (10 - 5) s
		assertThat(text(workload)).contains(
				"18.4 % of the requests find no connection to the database within its timeout",
				"Random arrivals wait 100 ms for it on average.");
	}

	@Test
	void textWhenUsersOutnumberConnectionsShouldSayWhoGetsNone() {
		assertThat(text(workload(null, new Workload.Times(500.0, null, null, false, 0),
				Map.of(Resource.USERS, 10_000.0, Resource.REQUEST_THREADS, NONE))
			.withDefaults(true)))
			.contains(
					"8192 users have a connection to Tomcat. Of the others 100 wait in its accept queue, and 1708 give up "
							+ "without a connection (docs/results/backlog).")
			.containsPattern("server connections +8192 +500 +16384 +smallest, assumed +docs/results/backlog");
	}

	private static String text(@Nullable Double rate, double waiting, Map<Resource, Double> amounts) {
		return text(workload(rate, new Workload.Times(waiting, null, null, false, 0), amounts));
	}

	private static Workload workload(@Nullable Double rate, Workload.Times times, Map<Resource, Double> amounts) {
		return new Workload(rate, times, amounts, Set.of(), null, null, null);
	}

	private static String text(Workload workload) {
		return AdviceText.of(Advice.of(workload), List.of(), "10s", Language.EN);
	}

}
