package lab.harness.analysis;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import lab.harness.model.Evidence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Files that are larger than the heap that they are analysed in.
 */
@Execution(ExecutionMode.CONCURRENT)
class SmallHeapTests {

	private static final String HEADER = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,"
			+ "grpThreads,URL\n";

	@TempDir
	private Path folder;

	/** Analyses a JTL, or reads the file of a probe. */
	public static void main(String[] arguments) {
		Path file = Path.of(arguments[0]);
		if (file.toString().endsWith(".jtl")) {
			System.out.println(Analysis.ofJtl(file, null, Map.of()).outcomes().size());
		}
		else {
			Window window = new Window(RunFixture.T0, Long.MAX_VALUE);
			System.out.println(ProbeData.read(file, window, null, Long.MAX_VALUE).window().size());
		}
	}

	@Test
	void ofJtlWhenItIsLargerThanTheHeapShouldStreamIt() throws Exception {
		Path jtl = this.folder.resolve("large.jtl");
		try (Writer out = Files.newBufferedWriter(jtl)) {
			out.write(HEADER);
			for (int i = 0; i < 500_000; i++) {
				out.write(i / 10 * 10 + "," + 100 + ",a,200,OK,users 1-" + i % 10
						+ ",true,10,http://127.0.0.1:8081/path?i=" + i + "\n");
			}
		}
		assertThat(Files.size(jtl)).isGreaterThan(30L << 20);
		assertThat(analyse(jtl)).isEqualTo("1");
	}

	/** Words that no pattern makes alike, as of a plan that puts what it read in them. */
	@Test
	void ofJtlWhenEveryErrorHasAnotherTextShouldNotRunOutOfMemory() throws Exception {
		Path jtl = this.folder.resolve("errors.jtl");
		try (Writer out = Files.newBufferedWriter(jtl)) {
			out.write(HEADER);
			for (int i = 0; i < 100_000; i++) {
				out.write(
						i + ",100,a,Non HTTP response code: E," + letters(i) + ",users 1-" + i % 10 + ",false,100,u\n");
			}
		}
		assertThat(analyse(jtl)).isEqualTo("1");
	}

	@Test
	void probeDataWhenFileIsOfHoursShouldKeepLittleOfIt() throws Exception {
		Evidence evidence = new RunFixture().write(this.folder);
		List<String> lines = Files.readAllLines(evidence.probe());
		try (Writer out = Files.newBufferedWriter(evidence.probe())) {
			for (int second = 0; second < 6 * 3600; second++) {
				out.write(lines.get(5)
					.replace("\"at\":" + (RunFixture.T0 + 4000), "\"at\":" + (RunFixture.T0 + 1000L * second)) + "\n");
			}
		}
		assertThat(Files.size(evidence.probe())).isGreaterThan(12L << 20);
		assertThat(analyse(evidence.probe())).isEqualTo(String.valueOf(6 * 3600));
	}

	private static String letters(int number) {
		StringBuilder letters = new StringBuilder();
		for (int rest = number; rest > 0; rest /= 26) {
			letters.append((char) ('a' + rest % 26));
		}
		return letters.toString();
	}

	private String analyse(Path file) throws IOException, InterruptedException {
		Path log = this.folder.resolve("log");
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx12m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
				SmallHeapTests.class.getName(), file.toString())
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		assertThat(process.waitFor()).as(() -> read(log)).isZero();
		return read(log).strip();
	}

	private static String read(Path log) {
		try {
			return Files.readString(log);
		}
		catch (IOException ex) {
			return String.valueOf(ex);
		}
	}

}
