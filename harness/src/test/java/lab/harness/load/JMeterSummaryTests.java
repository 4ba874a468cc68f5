package lab.harness.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class JMeterSummaryTests {

	@TempDir
	private Path folder;

	@Test
	void parseShouldReadTheLine() {
		assertThat(JMeterSummary
			.parse("summary =  58000 in 00:01:01 =  964.2/s Avg:   501 Min:     0 Max:  1012 Err:" + "     3 (0.01%)"))
			.contains(new JMeterSummary(58000, 964.2, 3));
	}

	@Test
	void parseWhenPartialShouldBeEmpty() {
		assertThat(JMeterSummary
			.parse("summary +    629 in 00:00:05 =  121.8/s Avg:   777 Min:    16 Max:  2015 Err:     0 (0.00%)"
					+ " Active: 0 Started: 100 Finished: 100"))
			.isEmpty();
	}

	@Test
	void readWhenSeveralShouldTakeTheLast() throws IOException {
		Path output = this.folder.resolve("jmeter.out");
		Files.writeString(output, """
				Creating summariser <summary>
				summary =      1 in 00:00:01 =    0.8/s Avg:   744 Min:   744 Max:   744 Err:     0 (0.00%)
				summary =    630 in 00:00:06 =   97.3/s Avg:   777 Min:    16 Max:  2015 Err:     0 (0.00%)
				Tidying up ...
				""");
		assertThat(JMeterSummary.read(output)).contains(new JMeterSummary(630, 97.3, 0));
	}

	@Test
	void readWhenThereIsNoneShouldBeEmpty() throws IOException {
		Path output = Files.writeString(this.folder.resolve("jmeter.out"), "summary =      0 in 00:00:00 = ******/s\n");
		assertThat(JMeterSummary.read(output)).isEmpty();
	}

}
