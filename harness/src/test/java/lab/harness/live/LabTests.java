package lab.harness.live;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

class LabTests {

	private static final String MODEL = "webflux";

	private static final String OTHER = "tomcat-virtual";

	private final FakeLoads loads = new FakeLoads();

	private FakeActuator actuator;

	private Lab lab;

	@BeforeEach
	void setUp() throws IOException {
		this.actuator = new FakeActuator();
		this.lab = new Lab(FakeActuator.MODELS.stream().map(this.actuator::service).toList(),
				this.actuator.service("slow-backend"), this.loads);
	}

	@AfterEach
	void tearDown() {
		this.lab.close();
		this.actuator.close();
	}

	@Test
	void tickWhenThereIsNoEarlierReadingShouldAddNoSecond() {
		this.lab.tick();
		assertThat(this.lab.state(0).seconds()).isEmpty();
		this.lab.tick();
		assertThat(this.lab.state(0).seconds()).singleElement()
			.satisfies((second) -> assertThat(second.models()).containsOnlyKeys(FakeActuator.MODELS));
	}

	@Test
	void startWhenTheDelayWasJustSetShouldTakeItForTheLaw() {
		this.lab.tick();
		this.lab.meanDelay(250, false);
		// The terms of the apps arrive when they like.
		await().untilAsserted(() -> {
			this.lab.start(order(false));
			// 200 threads / 0.25 s
			assertThat(round().law()).containsEntry(MODEL, 800.0);
		});
	}

	@Test
	void tickWhenASlowStartGoesOnShouldEndTheRound() {
		this.lab.meanDelay(500, true);
		this.lab.start(order(false));
		assertThat(round().progress()).isEqualTo("running");
		this.lab.tick();
		assertThat(round().progress()).isEqualTo("changed");
	}

	@Test
	void tickWhenTheBackendDoesNotAnswerInASlowStartShouldGoOn() {
		this.lab.tick();
		this.lab.meanDelay(500, true);
		this.actuator.close();
		assertThatNoException().isThrownBy(this.lab::tick);
	}

	@Test
	void tickWhenOneLoadEndedByItselfShouldEndTheRound() {
		this.lab.start(order(false));
		this.loads.alive().remove(MODEL + " / 300");
		this.lab.tick();
		assertThat(round().progress()).isEqualTo("stopped");
		assertThat(this.lab.state(0).loaded()).containsExactly(OTHER);
	}

	/** The apps have no endpoint {@code /guarded}, so its load has no ceiling. */
	@Test
	void tickWhenTheRoundHasEndedShouldTakeTheCeilingOfAForeignLoadFromTheApp() {
		this.lab.start(order(true));
		this.lab.stop();
		this.lab.tick();
		await().untilAsserted(() -> {
			this.actuator.answered(500);
			this.lab.tick();
			// 200 threads / 0.5 s
			assertThat(this.lab.state(0).seconds().getLast().models().get(MODEL))
				.satisfies((second) -> assertThat(second.ceiling()).isEqualTo(400));
		});
	}

	private Round.View round() {
		return Objects.requireNonNull(this.lab.round());
	}

	private static LoadOrder order(boolean guarded) {
		Map<String, @Nullable Double> predictions = new LinkedHashMap<>();
		predictions.put(MODEL, null);
		predictions.put(OTHER, null);
		return new LoadOrder(300, guarded, predictions);
	}

}
