package lab.harness.docs;

import java.io.IOException;
import java.util.stream.Stream;

import lab.harness.analysis.Advice;
import lab.harness.analysis.Advice.Model;
import lab.harness.analysis.Basis;
import lab.harness.model.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

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
