package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class OpenCommandTests {

	@TempDir
	private Path folder;

	private TypedCommand bench;

	@BeforeEach
	void type() {
		this.bench = new TypedCommand(this.folder);
	}

	@Test
	void commandShouldBeThatOfTheSystem() {
		Path file = Path.of("report.html");
		assertThat(OpenCommand.command("Linux", file)).containsExactly("xdg-open", "report.html");
		assertThat(OpenCommand.command("Mac OS X", file)).containsExactly("open", "report.html");
		assertThat(OpenCommand.command("Windows 11", file)).containsExactly("rundll32", "url.dll,FileProtocolHandler",
				"report.html");
	}

	@Test
	void openWhenThereIsNoReportShouldSayHowToGetOne() {
		assertThat(this.bench.refusal("open"))
			.isEqualTo("bench: there is no report yet; run one, such as ./bench run comparison --quick");
	}

	@Test
	void openWhenNothingHasTheNameShouldNameWhatThereIs() throws IOException {
		report("pool", 1);
		Files.createDirectories(this.folder.resolve("results/class"));
		assertThat(this.bench.refusal("open", "pol"))
			.isEqualTo("bench: 'pol' is neither a result folder nor an experiment with a report; such are: pool");
	}

	@Test
	void reportShouldBeTheNewest() throws IOException {
		report("comparison", 2);
		Path newest = report("pool", 3);
		assertThat(new OpenCommand(context()).report()).isEqualTo(newest);
	}

	private Path report(String experiment, long seconds) throws IOException {
		Path report = this.folder.resolve("results/" + experiment + "/2026-11-29T00-00-00Z/report.html");
		Files.createDirectories(report.getParent());
		Files.writeString(report, "");
		Files.setLastModifiedTime(report, FileTime.fromMillis(seconds * 1000));
		return report.toAbsolutePath().normalize();
	}

	private CommandContext context() {
		return new CommandContext(this.folder, this.folder, this.folder.resolve("results"), this.folder, 0,
				new Terminal(false, System.out, System.err));
	}

}
