package lab.harness.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import lab.harness.Bench;
import lab.harness.command.BenchCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code bench report} on the folder of a result, sound and broken.
 */
class RebuildTests {

	private final ByteArrayOutputStream err = new ByteArrayOutputStream();

	@TempDir
	private Path folder;

	private Path run;

	@BeforeEach
	void write() throws IOException {
		LawfulResult.write(this.folder, "20", 8, 1);
		this.run = this.folder.resolve("raw/webflux-20-r1");
	}

	@Test
	void reportWhenRebuiltElsewhereAndLaterShouldBeTheSameBytes() throws Exception {
		rebuild();
		Map<String, String> first = files();
		assertThat(first).containsKeys("result.json", "report.md", "report.html");
		// Another JVM salts its sets anew, and speaks another language at another time.
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx256m", "-Duser.language=ar", "-Duser.country=EG", "-Duser.timezone=Asia/Kathmandu",
				"-Dfile.encoding=ISO-8859-1", "-cp", System.getProperty("java.class.path"), Bench.class.getName(),
				"report", this.folder.toString())
			.redirectErrorStream(true)
			.redirectOutput(this.folder.resolve("raw/log").toFile())
			.start();
		assertThat(process.waitFor()).isLessThan(2);
		assertThat(files()).isEqualTo(first);
	}

	@Test
	void reportWhenARunHasNoJtlShouldSayWhichAndKeepWhatThereIs() throws IOException {
		rebuild();
		Map<String, String> before = files();
		Files.delete(this.run.resolve("load.jtl"));
		assertRefused("webflux-20-r1/load.jtl is missing", before);
	}

	@Test
	void reportWhenTheProbesFileIsCutOffShouldSaySoAndKeepWhatThereIs() throws IOException {
		rebuild();
		Map<String, String> before = files();
		Path probe = this.run.resolve("probe.jsonl");
		String text = Files.readString(probe);
		Files.writeString(probe, text.substring(0, text.length() - 40));
		assertRefused("probe.jsonl is cut off in the middle of its last line", before);
		Files.writeString(probe, "");
		assertRefused("probe.jsonl is empty", before);
	}

	@Test
	void reportWhenAJtlIsCutOffOrEmptyShouldSaySoAndKeepWhatThereIs() throws IOException {
		rebuild();
		Map<String, String> before = files();
		Path jtl = this.run.resolve("load.jtl");
		String text = Files.readString(jtl);
		Files.writeString(jtl, text.substring(0, text.length() - 12));
		assertRefused("load.jtl is cut off in the middle", before);
		Files.writeString(jtl, text.lines().findFirst().orElseThrow());
		assertRefused("load.jtl holds no sample", before);
	}

	@Test
	void reportWhenARunWasNotFinishedShouldLeaveItOut() throws IOException {
		Path record = this.run.resolve("run.json");
		Files.writeString(record, Files.readString(record).replace("\"complete\" : true", "\"complete\" : false"));
		assertThat(rebuild()).isEqualTo(1);
		assertThat(this.folder.resolve("report.html")).content().contains("incomplete");
	}

	@Test
	void reportWhenThereIsAManifestAloneShouldSayThatNothingWasFinished() throws IOException {
		try (Stream<Path> runs = Files.list(this.folder.resolve("raw"))) {
			for (Path run : runs.filter(Files::isDirectory).toList()) {
				Files.delete(run.resolve("run.json"));
			}
		}
		assertThat(rebuild()).isEqualTo(1);
		assertThat(this.folder.resolve("report.html")).content().contains("no run was finished");
		assertThat(this.folder.resolve("report.md")).content().contains("## Environment");
	}

	@Test
	void reportWhenEveryRequestFailedShouldStillBeWritten() throws IOException {
		UnaryOperator<String> failed = (row) -> row.replace("200,OK,true", "503,Full,false");
		LawfulResult.write(this.folder, "20", 8, 1, failed);
		assertThat(rebuild()).isEqualTo(1);
		assertThat(this.folder.resolve("report.html")).content().contains("no data", "status 503");
	}

	private void assertRefused(String message, Map<String, String> before) throws IOException {
		this.err.reset();
		assertThat(rebuild()).isEqualTo(2);
		assertThat(this.err.toString(StandardCharsets.UTF_8).lines()).singleElement().asString().contains(message);
		assertThat(files()).isEqualTo(before);
	}

	private int rebuild() {
		return BenchCommand.run(new String[] { "report", this.folder.toString() },
				new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
				new PrintStream(this.err, true, StandardCharsets.UTF_8));
	}

	private Map<String, String> files() throws IOException {
		Map<String, String> files = new TreeMap<>();
		for (String name : List.of("result.json", "report.md", "report.html", "result.schema.json")) {
			if (Files.exists(this.folder.resolve(name))) {
				files.put(name, Files.readString(this.folder.resolve(name)));
			}
		}
		return files;
	}

}
