package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import lab.harness.run.process.Ports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class LiveCommandTests {

	@TempDir
	private Path root;

	@Test
	void liveWhenThePredictionsOfAClassCannotBeKeptShouldStartNothing() throws IOException {
		Files.writeString(this.root.resolve("results"), "a file where the folder should be");
		assertThat(refusal("--class", "127.0.0.1")).startsWith("bench: --class: the folder ")
			.contains(this.root.resolve("results/class") + " for the predictions cannot be written");
	}

	@Test
	void liveWhenTheAddressIsOfAnotherMachineShouldSayWhichWouldBeRight() {
		assertThat(refusal("--class", "192.0.2.7")).isEqualTo("bench: --class: '192.0.2.7' is no address of this "
				+ "machine; give the one in the network of the class, such as 192.168.1.20");
	}

	/** Browsers send 127.0.0.1 as their host, whatever was typed. */
	@Test
	void ofThisMachineWhenFiguresAreLeftOutShouldBeWhatBrowsersSend() {
		assertThat(LiveCommand.ofThisMachine("127.1")).isEqualTo("127.0.0.1");
		assertThat(LiveCommand.ofThisMachine("127.0.0.1")).isEqualTo("127.0.0.1");
	}

	@Test
	void liveWhenItsFolderCannotBeMadeShouldSayWhyInOneLine() throws IOException {
		for (String file : List.of("jmeter/closed-loop.jmx", "jmeter/target/apache-jmeter/bin/ApacheJMeter.jar")) {
			Path path = this.root.resolve(file);
			Files.createDirectories(path.resolveSibling(""));
			Files.writeString(path, "");
		}
		Path target = Files.writeString(this.root.resolve("target"), "a file where the folder should be");
		assertThat(refusal()).startsWith("bench: the file " + target.resolve("live") + " cannot be read or written: ")
			.doesNotContain("null");
	}

	private String refusal(String... options) {
		List<String> arguments = new ArrayList<>(List.of("live", "--port", String.valueOf(Ports.give(1).getFirst())));
		arguments.addAll(List.of(options));
		return new TypedCommand(this.root).refusal(arguments.toArray(String[]::new));
	}

}
