package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static lab.harness.analysis.RunFixture.check;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ForeignJtlTests {

	private static final String FIRST = "10.0.0.5:1099";

	private static final String SECOND = "10.0.0.6:1099";

	private static final String HEADER = "timeStamp,elapsed,label,responseCode,responseMessage,success,grpThreads,"
			+ "threadName\n";

	/** The words of a transaction controller. */
	private static final String SUM = "\"Number of samples in transaction : 2, number of failing samples : 0\"";

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
		assertThat(findings.claims())
			.containsExactly(new Claim.ForeignSamples(Map.of(), Map.of(), 1.0, false, false, List.of(), List.of()));
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
		user("b", "users 1-3", 0, 10_000, 500, 500);
		Outcome outcome = findings(null).outcomes().getFirst();
		assertThat(check(outcome, CheckKind.LAW)).isEqualTo(new Check(CheckKind.LAW, null, 2.0, "<= 1.01", false));
		// The users of another group are others.
		this.rows.setLength(0);
		user("a", "users 1-1", 0, 10_000, 500, 500);
		user("b", "others 2-1", 0, 10_000, 500, 500);
		assertThat(findings(null).valid()).isTrue();
	}

	/** JMeter 5 writes a row for a request and for each of the answers to it. */
	@ParameterizedTest
	@CsvSource({ "redirects.csv, 3", "nested-transactions.csv, 6" })
	void ofWhenRowsAreWithinOthersShouldCountTheirUsersOnce(String file, int labels) {
		Findings findings = Analysis.ofJtl(Path.of("src/test/resources/jtl", file), null, Map.of());
		assertThat(findings.valid()).isTrue();
		assertThat(findings.outcomes()).hasSize(labels)
			.allSatisfy((outcome) -> assertThat(check(outcome, CheckKind.LAW).value()).isBetween(0.98, 1.0))
			.allSatisfy((outcome) -> assertThat(outcome.value(Metric.THROUGHPUT)).isPositive());
	}

	/** The page waits for 200 ms, then for its two images at the same time for 300 ms. */
	@Test
	void ofWhenPartsAreInParallelShouldCountThePageOnly() {
		for (long at = 0; at <= 10_000; at += 500) {
			row("Home", "users 1-1", at, 500, 1);
			row("Home-0", "users 1-1", at, 200, 1);
			row("Home-1", "users 1-1", at + 200, 300, 1);
			row("Home-2", "users 1-1", at + 200, 301, 1);
		}
		assertThat(findings(null).valid()).isTrue();
		assertThat(lawOfAll()).containsOnly(1.0);
	}

	/** A page of many images has too many labels to read, none of which is a request. */
	@Test
	void ofWhenThereAreTooManyPartsShouldLeaveThemOutAndSaySo() {
		for (long at = 0; at <= 10_000; at += 500) {
			row("Home", "users 1-1", at, 500, 1);
			for (int part = 0; part < 100; part++) {
				row("Home-" + part, "users 1-1", at, 500, 1);
			}
		}
		Findings findings = findings(null);
		assertThat(findings.outcomes()).extracting((outcome) -> outcome.run().variant().name()).containsExactly("Home");
		assertThat(((Claim.ForeignSamples) findings.claims().getFirst()).parts()).contains("Home-0", "Home-1")
			.doesNotContain("Home");
	}

	/** Two requests of 200 ms, a redirect among them, in two transactions of 500 ms. */
	@ParameterizedTest
	@ValueSource(strings = { "outer inner a b b-0", "a b b-0 inner outer", "inner outer b b-0 a" })
	void ofWhenTransactionsAreNestedShouldCountTheirRequests(String order) {
		Map<String, String> rows = Map.of("outer", "0,500,outer,200," + SUM, "inner", "0,500,inner,200," + SUM, "a",
				"0,200,a,200,OK", "b", "300,200,b,200,OK", "b-0", "300,100,b-0,302,Found");
		for (long at = 0; at <= 10_000; at += 500) {
			for (String label : order.split(" ")) {
				addAt(at, rows.get(label));
			}
		}
		assertThat(findings(null).valid()).isTrue();
		// Sorted in an odd way, a redirect is known by its name alone.
		assertThat(lawOfAll()).containsOnly(0.8);
	}

	/** Without the time of its timers a transaction ends before its last request. */
	@Test
	void ofWhenTransactionExcludesItsTimersShouldCountItsRequests() {
		for (long at = 0; at <= 20_000; at += 1000) {
			addAt(at, "400,100,a,200,OK");
			addAt(at, "900,100,b,200,OK");
			addAt(at, "0,200,t,200," + SUM);
		}
		assertThat(findings(null).valid()).isTrue();
		assertThat(lawOfAll()).containsOnly(0.2);
	}

	@Test
	void ofWhenOnlyTransactionsHaveRowsShouldCountThem() {
		for (long at = 0; at <= 10_000; at += 500) {
			addAt(at, "0,400,t,200," + SUM);
		}
		findings(null);
		assertThat(lawOfAll()).containsOnly(0.8);
	}

	/** The transaction leaves out 10 ms between its requests, and so ends before them. */
	@Test
	void ofWhenNothingButTimesTellsATransactionShouldKnowIt() {
		for (long at = 0; at <= 10_000; at += 500) {
			addAt(at, "0,200,a,,");
			addAt(at, "210,200,b,,");
			addAt(at, "210,100,b-0,,");
			addAt(at, "0,400,t,,");
		}
		assertThat(withheld(findings(null))).isEmpty();
		assertThat(lawOfAll()).containsOnly(0.8);
	}

	/** JMeter leaves out the words of a parent whose requests the end of the load cut. */
	@Test
	void ofWhenAParentHasNoWordsShouldCountItsRequestsAndKnowTheirParts() {
		for (long at = 0; at <= 10_000; at += 500) {
			addAt(at, "0,400,t,,");
			addAt(at, "0,200,a,,");
			addAt(at, "0,100,a-0,,");
			addAt(at, "100,100,a-1,,");
			addAt(at, "200,150,b,,");
		}
		assertThat(lawOfAll()).containsOnly(0.7);
		assertThat(((Claim.ForeignSamples) findings(null).claims().getFirst()).parts()).containsExactly("a-0", "a-1");
	}

	@Test
	void ofWhenMessagesAreNotSavedShouldKnowTransactionsByTheirRequests() {
		for (long at = 0; at <= 10_000; at += 500) {
			addAt(at, "0,200,a,,");
			addAt(at, "250,200,b,,");
			addAt(at, "0,500,t,,");
			addAt(at, "0,500,outer,,");
		}
		assertThat(findings(null).valid()).isTrue();
		assertThat(lawOfAll()).containsOnly(0.8);
	}

	/** Nothing tells whether the rows are those of one user, so each label is alone. */
	@Test
	void ofWhenThreadsAreNotSavedShouldCheckEachLabelAlone() {
		for (long at = 0; at <= 10_000; at += 500) {
			this.rows.append(at).append(",200,a,200,OK,true,1,\n");
			this.rows.append(at).append(",500,t,200,").append(SUM).append(",true,1,\n");
		}
		assertThat(findings(null).valid()).isTrue();
		assertThat(lawOfAll()).containsExactly(0.4, 1.0);
		assertThat(((Claim.ForeignSamples) findings(null).claims().getFirst()).waited()).isNull();
	}

	@Test
	void ofWhenTwoGroupsHaveOneNameShouldAddTheirUsers() {
		user("a", "Thread Group 1-1", 0, 10_000, 500, 500);
		user("a", "Thread Group 2-1", 0, 10_000, 500, 500);
		assertThat(findings(null).outcomes().getFirst().run().point()).isEqualTo(new Point("users", 2));
		assertThat(lawOfAll()).containsOnly(1.0);
	}

	@Test
	void ofWhenHostsAreSavedShouldTellTheirThreadsApart() {
		for (long at = 0; at <= 10_000; at += 500) {
			for (String host : List.of("gen-1", "gen-2", "gen-3")) {
				this.rows.append(at).append(",500,a,200,OK,true,1,users 1-1,").append(host).append('\n');
			}
		}
		Findings findings = findings(HEADER.strip() + ",Hostname\n", null, Map.of());
		assertThat(findings.outcomes().getFirst().run().point()).isEqualTo(new Point("users", 3));
		assertThat(check(findings.outcomes().getFirst(), CheckKind.WORKERS).ok()).isTrue();
		assertThat(findings.valid()).isTrue();
	}

	/** Two generators have the same threads; the second one is 100 ms later. */
	@Test
	void ofWhenAThreadSendsWhileItWaitsShouldSayWhereAndWithholdTheThroughput() {
		for (long at = 0; at <= 10_000; at += 500) {
			row("a", "users 1-1", at, 400, 1);
			row("a", "users 1-1", at + 100, 400, 1);
		}
		assertThat(withheld(findings(null))).containsOnlyKeys("a")
			.extractingByKey("a")
			.asString()
			.startsWith("in line 3 thread 'users 1-1' sends while it waits")
			.endsWith("state the users of all of them with --users.");
		Findings stated = findings(2);
		assertThat(stated.valid()).isTrue();
		// In 8 of the 8.1 s two users wait for 400 of 500 ms, then one for 100 ms.
		assertThat(check(stated.outcomes().getFirst(), CheckKind.LAW).value()).isEqualTo(12.9 / 8.1 / 2);
	}

	@Test
	void ofWhenRowsAreNotInTheOrderOfTimeShouldSayWhere() {
		user("a", "users 1-1", 0, 10_000, 500, 100);
		user("a", "users 1-1", 200, 10_200, 500, 100);
		assertThat(withheld(findings(null)).get("a")).startsWith("line 23 is earlier than")
			.endsWith("or sort the rows by timeStamp.");
	}

	/** A run from 0 to 10 s, one from 3,600 to 3,610 s. Line 1 is the header. */
	@Test
	void ofWhenFileHoldsTwoRunsShouldSayWhereToSplitIt() {
		user("a", "users 1-1", 0, 9_500, 500, 500);
		user("b", "users 1-3", 0, 9_500, 500, 500);
		user("a", "users 1-1", 3_600_000, 3_609_500, 500, 500);
		user("b", "users 1-3", 3_600_000, 3_609_500, 500, 500);
		Findings findings = findings(null);
		assertThat(findings.valid()).isFalse();
		assertThat(findings.outcomes()).allSatisfy((outcome) -> assertThat(outcome.figures()).isEmpty());
		assertThat(withheld(findings)).containsOnlyKeys("a", "b")
			.containsValue("no request from 1970-01-01T00:00:10Z to 1970-01-01T01:00:00Z, for 3590 s. "
					+ "Split the file before line 42 and report each part, with the header.");
	}

	@Test
	void ofWhenTheLaterRunStandsFirstShouldSplitTheFileBetweenThem() {
		user("a", "users 1-1", 3_600_000, 3_609_500, 500, 500);
		user("a", "users 1-1", 0, 9_500, 500, 500);
		assertThat(withheld(findings(null)).get("a")).contains("Split the file before line 22 and report");
	}

	/** JMeter appends to a file that exists, and users come one by one. */
	@Test
	void ofWhenUsersComeAnewAfterAShortGapShouldNotMakeOneThroughputOfIt() {
		for (long run : List.of(0, 13_000)) {
			for (long at = 0; at <= 10_000; at += 100) {
				row("a", "users 1-" + at % 1000, run + at, 100, (at < 1000) ? 1 + (int) at / 100 : 10);
			}
		}
		assertThat(withheld(findings(null)).get("a")).startsWith(
				"no request from 1970-01-01T00:00:10Z to 1970-01-01T00:00:13Z, for 3 s, after which the users come anew");
		// The same silence of the same users is a part of a run.
		this.rows.setLength(0);
		for (long at = 0; at <= 23_000; at += 100) {
			if (at <= 10_000 || at >= 13_000) {
				row("a", "users 1-" + at % 1000, at, 100, 10);
			}
		}
		assertThat(withheld(findings(null))).isEmpty();
	}

	@Test
	void ofWhenOneLabelPausesShouldWithholdThatLabelOnly() {
		user("a", "users 1-1", 0, 60_000, 500, 400);
		user("b", "others 2-1", 0, 20_000, 500, 500);
		user("b", "others 2-1", 40_000, 60_000, 500, 500);
		assertThat(withheld(findings(null))).containsOnlyKeys("b");
		assertThat(findings(null).outcomes().getFirst().valid()).isTrue();
	}

	/** Users whom a timer collects send together every 20 s. */
	@Test
	void ofWhenRequestsComeInBurstsShouldNotTakeTheSilenceForAGap() {
		for (long at = 0; at <= 300_000; at += 20_000) {
			for (int user = 1; user <= 50; user++) {
				row("a", "users 1-" + user, at, 100, 50);
			}
		}
		assertThat(withheld(findings(null))).isEmpty();
	}

	@Test
	void ofWhenALabelIsRareShouldNotTakeItsSilenceForAGap() {
		user("a", "users 1-1", 0, 600_000, 60_000, 100);
		assertThat(withheld(findings(null))).isEmpty();
		assertThat(findings(null).valid()).isTrue();
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
			.isEqualTo(new Claim.ForeignSamples(Map.of("a", List.of("law")), Map.of(), null, false, false, List.of(),
					List.of()));
		assertThat(findings(3).valid()).isTrue();
	}

	@Test
	void ofWhenCutOffShouldSaySoAndNotBeValid() {
		user("a", "users 1-1", 0, 10_000, 500, 500);
		this.rows.append("10500,50");
		Findings findings = findings(null);
		assertThat(findings.complete()).isFalse();
		assertThat(findings.valid()).isFalse();
		assertThat(findings.claims())
			.contains(new Claim.ForeignSamples(Map.of(), Map.of(), 1.0, false, true, List.of(), List.of()));
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
		assertThat(findings.claims())
			.containsExactly(new Claim.ForeignSamples(Map.of(), Map.of(), null, true, false, List.of(), List.of()));
		assertThat(findings.outcomes().getFirst().notApplied()).containsKey(CheckKind.LAW);
		assertThat(findings.outcomes().getFirst().run().point()).isEqualTo(Point.NONE);
	}

	@Test
	void ofWhenThereAreTooManyLabelsShouldSaySo() {
		for (int label = 0; label <= 100; label++) {
			row(String.valueOf(label), "users 1-1", 1000 * label, 5, 1);
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
			.isEqualTo(new Claim.ForeignSamples(Map.of("a", List.of("workers")), Map.of(), 1.0, false, false, List.of(),
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

	/** A row of one user that begins with its start after a moment. */
	private void addAt(long moment, @Nullable String row) {
		String[] parts = String.valueOf(row).split(",", 2);
		this.rows.append(moment + Long.parseLong(parts[0])).append(',').append(parts[1]).append(",true,1,users 1-1\n");
	}

	private List<Double> lawOfAll() {
		return findings(null).outcomes()
			.stream()
			.map((outcome) -> Objects.requireNonNull(check(outcome, CheckKind.LAW).value()))
			.toList();
	}

	private static Map<String, String> withheld(Findings findings) {
		return ((Claim.ForeignSamples) findings.claims().getFirst()).withheld();
	}

	private Findings findings(@Nullable Integer users) {
		return findings(users, Map.of());
	}

	private Findings findings(@Nullable Integer users, Map<String, Double> ceilings) {
		return findings(HEADER, users, ceilings);
	}

	private Findings findings(String header, @Nullable Integer users, Map<String, Double> ceilings) {
		try {
			return Analysis.ofJtl(Files.writeString(this.folder.resolve("x.jtl"), header + this.rows), users, ceilings);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
