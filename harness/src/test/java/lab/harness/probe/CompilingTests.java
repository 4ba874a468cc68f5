package lab.harness.probe;

import java.time.Duration;
import java.util.Map;

import lab.harness.target.AppLedger;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CompilingTests {

	private final Compiling compiling = new Compiling(ledger(5, 1000));

	@Test
	void isWarmWhenTheCompilersStillWorkInTheLastThirdShouldSayNo() {
		// From the second 23, two thirds of 30 s after the first request, 801 of 8000 ms.
		read(1, 5, 1000);
		read(3, 6, 2000);
		read(22, 50, 19_000);
		read(23, 60, 20_000);
		read(31, 70, 20_801);
		assertThat(this.compiling.isWarm(Duration.ofSeconds(30))).isFalse();
	}

	@Test
	void isWarmWhenTheCompilersAreDoneShouldSayYes() {
		read(3, 6, 2000);
		read(22, 50, 19_000);
		read(23, 60, 20_000);
		read(31, 70, 20_800);
		assertThat(this.compiling.isWarm(Duration.ofSeconds(30))).isTrue();
	}

	@Test
	void isWarmWhenThereAreTooFewReadingsShouldSayYes() {
		assertThat(this.compiling.isWarm(Duration.ofSeconds(1))).isTrue();
		read(1, 6, 2000);
		read(2, 7, 3000);
		assertThat(this.compiling.isWarm(Duration.ofSeconds(1))).isTrue();
	}

	private void read(int second, long received, long compileMillis) {
		this.compiling.read(1000L * second, ledger(received, compileMillis));
	}

	private static AppLedger ledger(long received, long compileMillis) {
		return new AppLedger(received, received, 0, 0, received, 0, Map.of(), 0, 0, compileMillis, Map.of(), Map.of(),
				0, null, 0);
	}

}
