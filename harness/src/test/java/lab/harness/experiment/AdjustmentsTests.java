package lab.harness.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class AdjustmentsTests {

	private final Experiment comparison = new Experiments(Path.of("../experiments")).read("comparison");

	@Test
	void applyWhenQuickShouldCompileQuicklyButLetTheVariantsFlagsWin() {
		assertThat(quickFlags("-XX:TieredStopAtLevel=4")).containsExactly("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
				"-XX:TieredStopAtLevel=4");
	}

	@Test
	void applyWhenQuickShouldNameNoCollectorBesideTheVariantsOwn() {
		assertThat(quickFlags("-XX:+UseZGC")).containsExactly("-XX:TieredStopAtLevel=1", "-XX:+UseZGC");
	}

	private List<String> quickFlags(String own) {
		Variant variant = this.comparison.variants().getFirst();
		Variant flagged = new Variant(variant.name(), variant.app(), variant.properties(), List.of(own), null,
				variant.latency(), variant.load(), null);
		return new Adjustments(true, List.of(), null, null).apply(this.comparison.withVariants(List.of(flagged)))
			.variants()
			.getFirst()
			.jvm();
	}

	@Test
	void applyWhenQuickShouldLeaveAWindowOfFifteenSeconds() {
		Load load = adjusted(new Adjustments(true, List.of(), null, null)).variants().getFirst().load();
		assertThat(load.measure().minus(load.ramp()).minus(Load.SETTLE)).isEqualTo(Duration.ofSeconds(15));
		assertThat(load.warmUp()).isEqualTo(Duration.ofSeconds(8));
	}

	@Test
	void applyWhenQuickShouldAskForNoMoreThanItsCodeCanCarry() {
		Adjustments quick = new Adjustments(true, List.of(), null, null);
		assertThat(adjusted(quick).variants().getFirst().load().users()).containsExactly(250);
		Experiment users = new Experiments(Path.of("../experiments")).read("users");
		assertThat(quick.apply(users).variants().getFirst().load().users()).containsExactly(10, 200, 250);
	}

	@Test
	void applyWhenQuickWithUsersShouldTakeThem() {
		Load load = adjusted(new Adjustments(true, List.of(), 500, null)).variants().getFirst().load();
		assertThat(load.users()).containsExactly(500);
	}

	@Test
	void applyWhenOnlyShouldKeepTheseInTheOrderOfTheExperiment() {
		assertThat(adjusted(new Adjustments(false, List.of("webflux", "tomcat-virtual"), null, null)).variants())
			.extracting(Variant::name)
			.containsExactly("tomcat-virtual", "webflux");
	}

	@Test
	void applyWhenUsersAndMeasureShouldReplaceThem() {
		Load load = adjusted(new Adjustments(false, List.of(), 20, Duration.ofSeconds(30))).variants().getLast().load();
		assertThat(load.users()).containsExactly(20);
		assertThat(load.measure()).isEqualTo(Duration.ofSeconds(30));
	}

	@Test
	void applyWhenVariantIsUnknownShouldListThem() {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> adjusted(new Adjustments(false, List.of("jetty"), null, null)))
			.withMessageContaining("no variant 'jetty'")
			.withMessageContaining("tomcat-platform-200, tomcat-platform-500, tomcat-virtual, webflux");
	}

	@Test
	void applyWhenMeasureLeavesNoWindowShouldRefuse() {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> adjusted(new Adjustments(false, List.of(), null, Duration.ofSeconds(4))))
			.withMessageContaining("too short");
	}

	private Experiment adjusted(Adjustments adjustments) {
		return adjustments.apply(this.comparison);
	}

}
