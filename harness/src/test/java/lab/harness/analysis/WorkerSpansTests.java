package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import lab.harness.experiment.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The samples of several remote workers in one JTL. Each worker has one user, who waits
 * 500 ms for every answer.
 */
class WorkerSpansTests {

	private static final String FIRST = "10.0.0.5:1099";

	private static final String SECOND = "10.0.0.6:1099";

	private final StringBuilder rows = new StringBuilder("timeStamp,elapsed,label,success,grpThreads,threadName\n");

	@TempDir
	private Path folder;

	/**
	 * The second one comes a second later: both send from 1 to 10 s. Ramp and settling
	 * count from the last to come, so 28 answers end from 3 to 10 s: 4 a second x 0.5 s =
	 * 2 users.
	 */
	@Test
	void ofWhenThereAreTwoWorkersShouldAddUpTheirUsersWhileBothAreThere() throws IOException {
		send("a", FIRST, 0, 10_000);
		send("a", SECOND, 1000, 11_000);
		RunResult run = run();
		assertThat(run.valid()).isTrue();
		assertThat(run.users()).isEqualTo(2);
		assertThat(run.windowSeconds()).isEqualTo(7);
		assertThat(run.throughput()).isEqualTo(4);
		assertThat(check(run, "law").value()).isEqualTo(1);
		// The last answer to the first comes at 10.5 s, the second sends until 11 s.
		assertThat(check(run, "workers")).isEqualTo(new Check("workers", 0.5, "<= 2", true));
	}

	/** Its last answer comes at 5.5 s, and the other sends until 10 s. */
	@Test
	void ofWhenAWorkerDiesShouldNameItAndNotBeValid() throws IOException {
		send("a", FIRST, 0, 10_000);
		send("a", SECOND, 0, 5000);
		Result result = result();
		assertThat(result.valid()).isFalse();
		assertThat(check(result.runs().getFirst(), "workers")).isEqualTo(new Check("workers", 4.5, "<= 2", false));
		assertThat(result.verdict()).contains("a failed workers",
				"Workers: " + SECOND + " was silent for the last 4.5 s of a.");
	}

	/** Such as in the app that is visited after its death. */
	@Test
	void ofWhenAWorkerHasNoSampleOfALabelShouldNameItThere() throws IOException {
		send("a", FIRST, 0, 10_000);
		send("a", SECOND, 0, 10_000);
		send("b", FIRST, 20_000, 30_000);
		Result result = result();
		assertThat(result.runs()).extracting(RunResult::valid).containsExactly(true, false);
		assertThat(result.verdict()).contains("Workers: " + SECOND + " was silent for the last 10.0 s of b.");
	}

	/**
	 * The window that is left is the whole label: the figures are shown, and not valid.
	 */
	@Test
	void ofWhenAWorkerDiesAtOnceShouldStillShowTheFigures() throws IOException {
		send("a", FIRST, 0, 10_000);
		send("a", SECOND, 0, 500);
		RunResult run = run();
		assertThat(run.windowSeconds()).isEqualTo(8);
		assertThat(run.throughput()).isEqualTo(2);
		assertThat(run.failedChecks()).extracting(Check::name).containsExactly("law", "workers");
	}

	@Test
	void ofWhenThereIsOneWorkerShouldHaveNobodyToCompareItWith() throws IOException {
		send("a", FIRST, 0, 10_000);
		assertThat(run().checks()).extracting(Check::name).doesNotContain("workers");
	}

	@Test
	void ofWhenThereAreTooManyWorkersShouldSaySo() {
		for (int worker = 0; worker <= 100; worker++) {
			send("a", "10.0.0." + worker + ":1099", 0, 0);
		}
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(this::result)
			.withMessageContaining("samples of more than 100 workers");
	}

	private void send(String label, String worker, int from, int until) {
		for (int at = from; at <= until; at += 500) {
			this.rows.append(at).append(",500,").append(label).append(",true,1,").append(worker).append("-users 1-1\n");
		}
	}

	private static Check check(RunResult run, String name) {
		return run.checks().stream().filter((check) -> check.name().equals(name)).findFirst().orElseThrow();
	}

	private RunResult run() throws IOException {
		return result().runs().getFirst();
	}

	private Result result() throws IOException {
		return JtlAnalysis.of(Files.writeString(this.folder.resolve("x.jtl"), this.rows), null);
	}

}
