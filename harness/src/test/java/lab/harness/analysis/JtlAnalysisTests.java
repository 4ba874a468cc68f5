package lab.harness.analysis;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

import lab.harness.Bench;
import lab.harness.experiment.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class JtlAnalysisTests {

	@TempDir
	private Path folder;

	@Test
	void ofWhenTwoLabelsShouldTellThemApartAndHoldEachToTheLaw() throws IOException {
		StringBuilder rows = new StringBuilder();
		// Ten seconds of one user at 500 ms, then ten seconds of one user at 250 ms.
		for (int at = 0; at <= 10_000; at += 500) {
			rows.append(at).append(",500,slow,200,OK,true,1\n");
		}
		for (int at = 20_000; at <= 30_000; at += 250) {
			rows.append(at).append(",250,fast,200,OK,true,1\n");
		}
		Result result = JtlAnalysis.of(jtl(rows.toString()), null);
		assertThat(result.valid()).isTrue();
		assertThat(result.runs()).extracting(RunResult::variant).containsExactly("slow", "fast");
		assertThat(result.runs()).extracting(RunResult::throughput).containsExactly(2.0, 4.0);
		assertThat(result.runs()).extracting(RunResult::users).containsExactly(1, 1);
		assertThat(result.runs()).allSatisfy((run) -> assertThat(run.checks().getFirst().value()).isEqualTo(1));
	}

	/**
	 * One user from 0 to 11.5 s, a second one from 3 to 8 s: both are there from the
	 * answers at 3.5 s until those at 8 s. After a second of settling 14 answers end in
	 * 3.5 s: 4 a second x 0.5 s = 2 users. From 2 to 11 s there would be 28 in 9 s, which
	 * is 1.56 users.
	 */
	@Test
	void ofWhenUsersComeAndGoShouldTakeTheTimeInWhichAllWereThere() throws IOException {
		StringBuilder rows = new StringBuilder();
		for (int at = 0; at <= 11_000; at += 500) {
			rows.append(at).append(",500,a,200,OK,true,").append((at >= 3000 && at <= 7500) ? 2 : 1).append('\n');
		}
		for (int at = 3000; at <= 7500; at += 500) {
			rows.append(at).append(",500,a,200,OK,true,2\n");
		}
		RunResult run = JtlAnalysis.of(jtl(rows.toString()), null).runs().getFirst();
		assertThat(run.windowSeconds()).isEqualTo(3.5);
		assertThat(run.throughput()).isEqualTo(4);
		assertThat(run.users()).isEqualTo(2);
		assertThat(run.checks().getFirst().value()).isEqualTo(1);
	}

	@Test
	void ofWhenUsersAreOtherThanSentShouldBreakTheLaw() throws IOException {
		StringBuilder rows = new StringBuilder();
		for (int at = 0; at <= 10_000; at += 500) {
			rows.append(at).append(",500,a,200,OK,true,1\n");
		}
		Result result = JtlAnalysis.of(jtl(rows.toString()), 2);
		assertThat(result.valid()).isFalse();
		assertThat(result.verdict()).contains("a failed law");
	}

	@Test
	void ofWhenCutOffShouldSaySoAndNotBeValid() throws IOException {
		StringBuilder rows = new StringBuilder();
		for (int at = 0; at <= 10_000; at += 500) {
			rows.append(at).append(",500,a,200,OK,true,1\n");
		}
		Result result = JtlAnalysis.of(jtl(rows + "10500,50"), null);
		assertThat(result.complete()).isFalse();
		assertThat(result.valid()).isFalse();
		assertThat(result.verdict()).contains("cut off");
	}

	@Test
	void ofWhenEmptyShouldSaySo() {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> JtlAnalysis.of(jtl(""), null))
			.withMessageContaining("holds no sample");
	}

	@Test
	void ofWhenTooShortShouldSayHowLong() {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> JtlAnalysis.of(jtl("0,5,a,200,OK,true,1\n500,5,a,200,OK,true,1\n"), null))
			.withMessageContaining("was sent for 500 ms");
	}

	@Test
	void ofWhenALabelIsTooBriefShouldLeaveItOutAndSaySo() throws IOException {
		StringBuilder rows = new StringBuilder("0,5,login,200,OK,true,1\n");
		for (int at = 0; at <= 10_000; at += 500) {
			rows.append(at).append(",500,a,200,OK,true,1\n");
		}
		Result result = JtlAnalysis.of(jtl(rows.toString()), null);
		assertThat(result.runs()).extracting(RunResult::variant).containsExactly("a");
		assertThat(result.question()).contains("Left out: 1 labels");
	}

	@Test
	void ofWhenUsersAreNotKnownShouldSayThatTheLawWasNotChecked() throws IOException {
		StringBuilder rows = new StringBuilder();
		for (int at = 0; at <= 10_000; at += 500) {
			rows.append(at).append(",500,a,200,OK,true,0\n");
		}
		assertThat(JtlAnalysis.of(jtl(rows.toString()), null).verdict()).contains("the law was not checked")
			.doesNotContain("obey");
	}

	@Test
	void ofWhenThereAreTooManyLabelsShouldSaySo() {
		StringBuilder rows = new StringBuilder();
		for (int label = 0; label <= 100; label++) {
			rows.append("1000,5,").append(label).append(",200,OK,true,1\n");
		}
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> JtlAnalysis.of(jtl(rows.toString()), null))
			.withMessageContaining("more than 100 labels");
	}

	/** In 24 MB there is room for a fifth of these rows as text. */
	@Test
	void reportWhenJtlIsLargerThanTheHeapShouldStreamIt() throws Exception {
		Path jtl = this.folder.resolve("large.jtl");
		try (Writer out = Files.newBufferedWriter(jtl)) {
			out.write("timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,grpThreads,URL\n");
			for (int i = 0; i < 1_000_000; i++) {
				out.write(i / 10 * 10 + "," + 100 + ",a,200,OK,users 1-" + i % 10
						+ ",true,10,http://127.0.0.1:8081/path?i=" + i + "\n");
			}
		}
		assertThat(Files.size(jtl)).isGreaterThan(60L << 20);
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx24m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), Bench.class.getName(),
				"report", jtl.toString())
			.redirectErrorStream(true)
			.redirectOutput(this.folder.resolve("log").toFile())
			.start();
		assertThat(process.waitFor()).as(() -> log()).isLessThan(2);
		assertThat(this.folder.resolve("large.report.html")).isNotEmptyFile();
	}

	private String log() {
		try {
			return Files.readString(this.folder.resolve("log"));
		}
		catch (IOException ex) {
			return String.valueOf(ex);
		}
	}

	private Path jtl(String rows) throws IOException {
		return Files.writeString(this.folder.resolve("x.jtl"),
				"timeStamp,elapsed,label,responseCode,responseMessage,success,grpThreads\n" + rows);
	}

}
