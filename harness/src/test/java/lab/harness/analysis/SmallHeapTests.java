package lab.harness.analysis;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

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

	/** Analyses a JTL. */
	public static void main(String[] arguments) {
		System.out.println(Analysis.ofJtl(Path.of(arguments[0]), null, Map.of()).outcomes().size());
	}

	@Test
	void ofJtlWhenItIsLargerThanTheHeapShouldStreamIt() throws Exception {
		Path jtl = this.folder.resolve("large.jtl");
		try (Writer out = Files.newBufferedWriter(jtl)) {
			out.write(HEADER);
			for (int i = 0; i < 250_000; i++) {
				out.write(i / 10 * 10 + "," + 100 + ",a,200,OK,users 1-" + i % 10
						+ ",true,10,http://127.0.0.1:8081/path?i=" + i + "\n");
			}
		}
		assertThat(Files.size(jtl)).isGreaterThan(15L << 20);
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
