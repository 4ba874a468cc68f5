package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;

import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static lab.harness.analysis.RunFixture.check;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ForeignJtlTests {

	private static final String FIRST = "10.0.0.5:1099";

	private static final String SECOND = "10.0.0.6:1099";

	private final StringBuilder rows = new StringBuilder();

	@TempDir
	private Path folder;

	@Test
	void ofWhenTwoLabelsShouldCheckEachByTheLaw() {
		// Ten seconds of one user at 500 ms, then ten seconds of one user at 250 ms.
		user("slow", "users 1-1", 0, 10_000, 500, 500);
		user("fast", "users 1-1", 20_000, 30_000, 250, 250);
		Findings findings = findings(null);
		assertThat(findings.valid()).isTrue();
		assertThat(findings.outcomes()).extracting((outcome) -> outcome.run().variant().name())
			.containsExactly("slow", "fast");
		assertThat(findings.outcomes()).extracting((outcome) -> outcome.value(Metric.THROUGHPUT))
			.containsExactly(2.0, 4.0);
		assertThat(findings.outcomes()).extracting((outcome) -> outcome.run().point())
			.containsOnly(new Point("users", 1));
		assertThat(findings.outcomes())
			.allSatisfy((outcome) -> assertThat(check(outcome, CheckKind.LAW).value()).isEqualTo(1));
		assertThat(findings.claims()).containsExactly(new Claim.ForeignSamples(Map.of(), false, false, List.of()));
	}

	@Test
	void ofWhenTheCeilingIsGivenShouldCompareWithItAndCountTheDrainInJMetersSummary() {
		user("a", "users 1-1", 0, 10_000, 500, 500);
		Outcome outcome = findings(null, Map.of("a", 2.0)).outcomes().getFirst();
		assertThat(outcome.value(Metric.CEILING)).isEqualTo(2);
		assertThat(outcome.value(Metric.OF_CEILING)).isEqualTo(1);
		assertThat(check(outcome, CheckKind.BELOW_CEILING).ok()).isTrue();
		assertThat(outcome.value(Metric.JMETER_SUMMARY)).isEqualTo(2);
	}

	@Test
	void ofWhenThroughputIsAboveTheGivenCeilingShouldBeInvalid() {
		user("a", "users 1-1", 0, 10_000, 500, 500);
		Findings findings = findings(null, Map.of("a", 0.5));
		assertThat(findings.valid()).isFalse();
		assertThat(findings.outcomes().getFirst().failedChecks()).extracting(Check::kind)
			.containsExactly(CheckKind.BELOW_CEILING);
	}

	@Test
	void ofWhenCeilingHasUnknownLabelShouldNameTheKnownOnes() {
		user("a", "users 1-1", 0, 10_000, 500, 500);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> findings(null, Map.of("b", 2.0)))
			.withMessageEndingWith("has no label 'b'; it has a");
	}

	/** X R <= N is all that holds of them: each waits for 300 of 3,400 ms. */
	@Test
	void ofWhenUsersThinkBetweenTwoSamplersShouldBeValid() {
		Random random = new Random(42);
		for (int user = 0; user < 50; user++) {
			long at = random.nextInt(1000);
			while (at < 60_000) {
				at = row("login", "shop 1-" + user, at, 100, 50) + 1000 + random.nextInt(1000);
				at = row("buy", "shop 1-" + user, at, 200, 50) + 1000 + random.nextInt(1000);
			}
		}
		Findings findings = findings(null);
		assertThat(findings.outcomes()).hasSize(2);
		assertThat(findings.outcomes()).flatExtracting(Outcome::failedChecks).isEmpty();
		assertThat(findings.valid()).isTrue();
		assertThat(check(findings.outcomes().getFirst(), CheckKind.LAW).value()).isLessThan(0.2);
	}

	/** Two samplers of one group share its users, whose sum counts. */
	@Test
	void ofWhenLabelsOfGroupNeedMoreUsersThanExistShouldFailLaw() {
		user("a", "users 1-1", 0, 10_000, 500, 500);
		user("b", "users 1-1", 0, 10_000, 500, 500);
		Outcome outcome = findings(null).outcomes().getFirst();
		assertThat(check(outcome, CheckKind.LAW)).isEqualTo(new Check(CheckKind.LAW, null, 2.0, "<= 1.01", false));
		// The users of another group are others.
		this.rows.setLength(0);
		user("a", "users 1-1", 0, 10_000, 500, 500);
		user("b", "others 2-1", 0, 10_000, 500, 500);
		assertThat(findings(null).valid()).isTrue();
	}

	/** A transaction controller writes a row besides those of its requests. */
	@Test
	void ofWhenATransactionHasARowOfItsOwnShouldNotCountItsUserTwice() {
		for (long at = 0; at <= 10_000; at += 500) {
			this.rows.append(at).append(",500,a,200,OK,true,1,users 1-1\n");
			this.rows.append(at)
				.append(",500,checkout,,\"Number of samples in transaction : 1, number of failing samples : 0\","
						+ "true,1,users 1-1\n");
		}
		Findings findings = findings(null);
		assertThat(findings.valid()).isTrue();
		assertThat(findings.outcomes())
			.allSatisfy((outcome) -> assertThat(check(outcome, CheckKind.LAW).value()).isEqualTo(1));
	}

	/**
	 * One user from 0 to 11.5 s, a second one from 3 to 8 s: both are there from the
	 * answers at 3.5 s until those at 8 s. After a second of settling 14 answers end in
	 * 3.5 s: 4 a second x 0.5 s = 2 users. From 2 to 11 s there would be 28 in 9 s, which
	 * is 1.56 users.
	 */
	@Test
	void ofWhenUsersComeAndGoShouldMeasureWhileAllAreActive() {
		for (int at = 0; at <= 11_000; at += 500) {
			row("a", "users 1-1", at, 500, (at >= 3000 && at <= 7500) ? 2 : 1);
		}
		for (int at = 3000; at <= 7500; at += 500) {
			row("a", "users 1-2", at, 500, 2);
		}
		Outcome outcome = findings(null).outcomes().getFirst();
		assertThat(outcome.value(Metric.WINDOW_SECONDS)).isEqualTo(3.5);
		assertThat(outcome.value(Metric.THROUGHPUT)).isEqualTo(4);
		assertThat(outcome.run().point()).isEqualTo(new Point("users", 2));
		assertThat(check(outcome, CheckKind.LAW).value()).isEqualTo(1);
	}

	@Test
	void ofWhenFewerUsersAreGivenThanSentShouldFailLaw() {
		user("a", "users 1-1", 0, 10_000, 500, 500);
		user("a", "users 1-2", 0, 10_000, 500, 500);
		Findings findings = findings(1);
		assertThat(findings.valid()).isFalse();
		assertThat(findings.claims()).first()
			.isEqualTo(new Claim.ForeignSamples(Map.of("a", List.of("law")), false, false, List.of()));
		assertThat(findings(3).valid()).isTrue();
	}

	@Test
	void ofWhenCutOffShouldSaySoAndNotBeValid() {
		user("a", "users 1-1", 0, 10_000, 500, 500);
		this.rows.append("10500,50");
		Findings findings = findings(null);
		assertThat(findings.complete()).isFalse();
		assertThat(findings.valid()).isFalse();
		assertThat(findings.claims()).contains(new Claim.ForeignSamples(Map.of(), false, true, List.of()));
	}

	@Test
	void ofWhenEmptyShouldSaySo() {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> findings(null))
			.withMessageContaining("holds no sample");
	}

	@Test
	void ofWhenTooShortShouldSayHowLong() {
		user("a", "users 1-1", 0, 500, 500, 5);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> findings(null))
			.withMessageContaining("was sent for 500 ms");
	}

	@Test
	void ofWhenLabelIsTooBriefShouldLeaveItOutAndSaySo() {
		row("login", "users 1-1", 0, 5, 1);
		user("a", "users 1-1", 0, 10_000, 500, 500);
		Findings findings = findings(null);
		assertThat(findings.outcomes()).hasSize(1);
		assertThat(findings.claims()).last().isEqualTo(new Claim.TooBrief(List.of("login")));
		assertThat(findings.valid()).isTrue();
	}

	@Test
	void ofWhenUsersAreUnknownShouldNotApplyLaw() {
		for (int at = 0; at <= 10_000; at += 500) {
			row("a", "users 1-1", at, 500, 0);
		}
		Findings findings = findings(null);
		assertThat(findings.claims()).containsExactly(new Claim.ForeignSamples(Map.of(), true, false, List.of()));
		assertThat(findings.outcomes().getFirst().notApplied()).containsKey(CheckKind.LAW);
		assertThat(findings.outcomes().getFirst().run().point()).isEqualTo(Point.NONE);
	}

	@Test
	void ofWhenThereAreTooManyLabelsShouldSaySo() {
		for (int label = 0; label <= 100; label++) {
			row(String.valueOf(label), "users 1-1", 1000, 5, 1);
		}
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> findings(null))
			.withMessageContaining("more than 100 labels");
	}

	/**
	 * The second one comes a second later: both send from 1 to 10 s. Ramp and settling
	 * count from the last to come, so 28 answers end from 3 to 10 s: 4 a second x 0.5 s =
	 * 2 users.
	 */
	@Test
	void ofWhenThereAreTwoWorkersShouldAddTheirUsersWhileBothAreActive() {
		user("a", FIRST + "-users 1-1", 0, 10_000, 500, 500);
		user("a", SECOND + "-users 1-1", 1000, 11_000, 500, 500);
		Findings findings = findings(null);
		Outcome outcome = findings.outcomes().getFirst();
		assertThat(findings.valid()).isTrue();
		assertThat(outcome.run().point()).isEqualTo(new Point("users", 2));
		assertThat(outcome.value(Metric.WINDOW_SECONDS)).isEqualTo(7);
		assertThat(outcome.value(Metric.THROUGHPUT)).isEqualTo(4);
		assertThat(check(outcome, CheckKind.LAW).value()).isEqualTo(1);
		// The last answer to the first comes at 10.5 s, the second sends until 11 s.
		assertThat(check(outcome, CheckKind.WORKERS)).isEqualTo(new Check(CheckKind.WORKERS, null, 0.5, "<= 2", true));
	}

	/** Its last answer comes at 5.5 s, and the other sends until 10 s. */
	@Test
	void ofWhenAWorkerDiesShouldNameItAndNotBeValid() {
		user("a", FIRST + "-users 1-1", 0, 10_000, 500, 500);
		user("a", SECOND + "-users 1-1", 0, 5000, 500, 500);
		Findings findings = findings(null);
		assertThat(findings.valid()).isFalse();
		assertThat(check(findings.outcomes().getFirst(), CheckKind.WORKERS))
			.isEqualTo(new Check(CheckKind.WORKERS, null, 4.5, "<= 2", false));
		assertThat(findings.claims()).first()
			.isEqualTo(new Claim.ForeignSamples(Map.of("a", List.of("workers")), false, false,
					List.of(SECOND + " was silent for the last 4.5 s of a")));
	}

	/** Such as in the app that is visited after its death. */
	@Test
	void ofWhenWorkerHasNoSampleOfLabelShouldNameItForThatLabel() {
		user("a", FIRST + "-users 1-1", 0, 10_000, 500, 500);
		user("a", SECOND + "-users 1-1", 0, 10_000, 500, 500);
		user("b", FIRST + "-users 1-1", 20_000, 30_000, 500, 500);
		assertThat(findings(null).outcomes()).extracting(Outcome::valid).containsExactly(true, false);
	}

	@Test
	void ofWhenThereIsOneWorkerShouldNotCheckWorkers() {
		user("a", FIRST + "-users 1-1", 0, 10_000, 500, 500);
		assertThat(findings(null).outcomes().getFirst().checks()).extracting(Check::kind)
			.doesNotContain(CheckKind.WORKERS);
	}

	/** A user who sends a request at a fixed interval. */
	private void user(String label, String thread, long from, long until, long every, long millis) {
		int users = thread.endsWith("-2") ? 2 : 1;
		for (long at = from; at <= until; at += every) {
			row(label, thread, at, millis, users);
		}
	}

	/** Returns when the answer was complete. */
	private long row(String label, String thread, long at, long millis, int users) {
		this.rows.append(at)
			.append(',')
			.append(millis)
			.append(',')
			.append(label)
			.append(",200,OK,true,")
			.append(users)
			.append(',')
			.append(thread)
			.append('\n');
		return at + millis;
	}

	private Findings findings(@Nullable Integer users) {
		return findings(users, Map.of());
	}

	private Findings findings(@Nullable Integer users, Map<String, Double> ceilings) {
		try {
			return Analysis.ofJtl(Files.writeString(this.folder.resolve("x.jtl"),
					"timeStamp,elapsed,label,responseCode,responseMessage,success,grpThreads,threadName\n" + this.rows),
					users, ceilings);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
