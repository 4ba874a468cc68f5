package lab.harness.docs;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import lab.harness.advise.Advice;
import lab.harness.advise.Advice.Model;
import lab.harness.advise.Basis;
import lab.harness.advise.Resource;
import lab.harness.advise.Workload;
import lab.harness.model.result.Result;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

/**
 * The experiments and records that {@code bench advise} names.
 */
class AdviceBasisTests {

	@ParameterizedTest
	@EnumSource
	void basisShouldBeAnExperimentWithARecord(Basis basis) {
		assertThat(Page.ROOT.resolve("experiments/" + basis.experiment() + ".yml")).isRegularFile();
		assertThat(RecordedResults.FOLDER.resolve(basis.experiment()).resolve(Result.FILE)).isRegularFile();
	}

	@ParameterizedTest
	@CsvSource({ "PLATFORM, tomcat-platform", "VIRTUAL, tomcat-virtual", "WEBFLUX, webflux" })
	void heapOfAWaitingRequestShouldBeThatOfTheRecord(Model model, String variant) throws IOException {
		double recorded = RecordedResults.read().figure("waiting-memory", variant + "/3000/livePerWaiting");
		assertThat(model.requestKib()).isEqualTo((int) Math.round(recorded));
	}

	@ParameterizedTest
	@CsvSource({ "PLATFORM, tomcat-platform", "VIRTUAL, tomcat-virtual", "WEBFLUX, webflux" })
	void costsShouldBeThoseOfTheRecords(Model model, String variant) {
		RecordedResults results = RecordedResults.read();
		assertThat(model.cpuMicros()).isEqualTo((int) Math.round(1000 * results.figure("pods", variant + "/2/appCpu")));
		assertThat(model.fullSpeedSeconds()).isEqualTo((int) results.figure("start", variant + "/2/fullSpeed"));
		if (model != Model.PLATFORM) {
			double growth = results.figure("connections", variant + "/10000/rssMean")
					- results.figure("connections", variant + "/1000/rssMean");
			assertThat(model.connectionKib()).isEqualTo((int) Math.round(growth * 1024 / 9000));
		}
	}

	/** The CPU time of a request is not in the law, so it is that of the record. */
	@ParameterizedTest
	@CsvSource({ "USERS, users, webflux/500, 500, 500, , 500",
			"REQUEST_THREADS, threads, tomcat-platform/200, 500, 500, , 200",
			"HTTP_POOL, pool, tomcat-virtual/100, 500, 500, , 100",
			"DATABASE_POOL, jdbc, tomcat-platform/10, 100, , 50, 10",
			"CPU, cpu-after-io, tomcat-platform/200, 200, 200, , 1" })
	void adviceShouldBeWithinThreePerCentOfTheRecord(Resource smallest, String experiment, String row, double users,
			@Nullable Double waiting, @Nullable Double query, double amount) throws IOException {
		RecordedResults results = RecordedResults.read();
		Double cpu = (smallest == Resource.CPU) ? (Double) results.figure(experiment, row + "/appCpu") : null;
		Map<Resource, Double> amounts = new EnumMap<>(Resource.class);
		amounts.put(smallest, amount);
		amounts.put(Resource.USERS, users);
		Advice advice = Advice.of(new Workload(null, new Workload.Times(waiting, query, cpu, false, 0), amounts,
				Set.of(), null, null, null));
		Advice.Ceiling ceiling = Objects.requireNonNull(advice.smallest());
		assertThat(ceiling.resource()).isEqualTo(smallest);
		assertThat(ceiling.throughput()).isCloseTo(results.figure(experiment, row + "/throughput"),
				withinPercentage(3));
	}

	/** What remains of the live heap without 500 waiting requests. */
	@Test
	void heapOfTheServiceItselfShouldBeTheLargestOfTheRecord() throws IOException {
		RecordedResults results = RecordedResults.read();
		double largest = Stream.of("tomcat-platform", "tomcat-virtual", "webflux")
			.mapToDouble((variant) -> results.figure("waiting-memory", variant + "/500/liveHeapWaiting")
					- 500 * results.figure("waiting-memory", variant + "/3000/livePerWaiting") / 1024)
			.max()
			.orElseThrow();
		assertThat(Advice.SERVICE_MIB).isEqualTo((int) Math.round(largest));
	}

}
