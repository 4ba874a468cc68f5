package lab.harness.advise;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import lab.harness.docs.GeneratedFile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AdviceTextTests {

	private static final Path GOLDEN = Path.of("src/test/resources/reports/advice.txt");

	/**
	 * The example of the page: 300 requests a second of 500 + 20 + 3 ms, 200 threads, 10
	 * connections, 2 cores, 512 MiB.
	 */
	@Test
	void textShouldBeGolden() throws IOException {
		Advice advice = Advice.of(new Workload(
				300.0, new Workload.Times(500.0, 20.0, 3.0), Map.of(Resource.REQUEST_THREADS, 200.0,
						Resource.DATABASE_POOL, 10.0, Resource.CPU, 2.0, Resource.HEAP, 512.0 * 1024 * 1024),
				null, null));
		GeneratedFile.check(GOLDEN, AdviceText.of(advice, List.of(), "10s"),
				"if the new text is right, write it with: mvn -pl harness -am -Dtest=AdviceTextTests -Dlab.write=true test");
	}

	@Test
	void textWhenNoLimitIsKnownShouldNameTheOptions() {
		Advice advice = Advice.of(new Workload(300.0, new Workload.Times(500.0, null, null), Map.of(), null, null));
		assertThat(AdviceText.of(advice, List.of(), "10s"))
			.startsWith("At 300 requests a second 150 are in flight; no limit of the service is known.\n")
			.contains("Left out, because neither given nor readable: request threads (--threads); "
					+ "HTTP pool (--http-pool); database pool (--pool, --query); CPU (--cores, --cpu); heap (--heap).");
	}

	@Test
	void textWhenMoreArrivesThanIsServedShouldSayHowMuchIsRefused() {
		Advice advice = Advice.of(new Workload(500.0, new Workload.Times(500.0, null, null),
				Map.of(Resource.REQUEST_THREADS, 200.0), null, null));
		// 200 / 0.5 s = 400 of 500
		assertThat(AdviceText.of(advice, List.of(), "10s"))
			.startsWith(
					"At 500 requests a second 250 would be in flight, but the smallest limit, the number of request "
							+ "threads, allows only 400 req/s: a guard must refuse 20.0 % of the requests.\n")
			.contains(
					"remove the limit of 200 request threads: 500 req/s instead of 400 " + "(docs/results/comparison).")
			.containsPattern("199 +rate x wait = 250, limited by the request threads ");
	}

	@Test
	void textWhenThereIsOneRequestThreadShouldSayThatNoGuardWorks() {
		Advice advice = Advice.of(new Workload(5.0, new Workload.Times(500.0, null, null),
				Map.of(Resource.REQUEST_THREADS, 1.0), null, null));
		// 1 / 0.5 s = 2 of 5
		assertThat(AdviceText.of(advice, List.of(), "10s"))
			.contains("allows only 2 req/s: it cannot serve 60.0 % of the requests.\n",
					"Guard: none works with a single request thread")
			.doesNotContain("the time of a call");
	}

	@Test
	void textWhenUsersAreFixedShouldNeedNoGuard() {
		Advice advice = Advice.of(new Workload(null, new Workload.Times(500.0, null, null),
				Map.of(Resource.USERS, 500.0, Resource.REQUEST_THREADS, Double.POSITIVE_INFINITY), null, null));
		assertThat(AdviceText.of(advice, List.of(), "10s"))
			.startsWith("500 users get at most 1000 req/s: the smallest limit is the number of users.\n")
			.contains("no limit", "Guard: none is needed", "docs/results/guards");
	}

	@Test
	void textWhenTheHeapOfTheServiceIsGivenShouldNameNoRecordOfIt() {
		Advice advice = Advice.of(new Workload(300.0, new Workload.Times(500.0, null, null),
				Map.of(Resource.HEAP, 512.0 * 1024 * 1024), null, 64.0 * 1024 * 1024));
		assertThat(AdviceText.of(advice, List.of(), "10s"))
			.contains("The heap limit leaves 64 MiB to the service "
					+ "itself. It leaves no room for garbage: with little room the collector pauses often "
					+ "(docs/results/heap).\n")
			.doesNotContain("--service-heap", "The CPU limit");
	}

	@Test
	void textWhenTheHeapDecidesShouldSayThatTheModelsDifferInIt() {
		Advice advice = Advice.of(new Workload(300.0, new Workload.Times(1000.0, null, null),
				Map.of(Resource.REQUEST_THREADS, Double.POSITIVE_INFINITY, Resource.HEAP, 60.0 * 1024 * 1024), null,
				null));
		// (60 - 28) MiB / 161 KiB and / 22 KiB
		assertThat(AdviceText.of(advice, List.of(), "10s")).contains("the heap, allows only 203 req/s")
			.containsPattern("WebFlux +300 ")
			.contains("The models differ in the heap that a waiting request holds (docs/results/waiting-memory).");
	}

}
