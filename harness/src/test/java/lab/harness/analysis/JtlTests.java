package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import lab.harness.experiment.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class JtlTests {

	private static final String HEAD = "timeStamp,elapsed,label,responseCode,responseMessage,success,grpThreads\n";

	@TempDir
	private Path folder;

	private final List<JtlRow> rows = new ArrayList<>();

	@Test
	void forEachWhenSoundShouldHandOverEveryRow() throws IOException {
		assertThat(read(HEAD + "1000,5,a,200,OK,true,3\n1001,6,b,503,Full,false,4\n")).isTrue();
		assertThat(this.rows).containsExactly(new JtlRow("a", 1000, 5, true, "200", "OK", 3),
				new JtlRow("b", 1001, 6, false, "503", "Full", 4));
		assertThat(this.rows.getFirst().end()).isEqualTo(1005);
	}

	@Test
	void forEachWhenColumnsAreInAnotherOrderShouldFindThemByName() throws IOException {
		assertThat(read("success,label,Latency,elapsed,timeStamp\ntrue,a,1,5,1000\n")).isTrue();
		assertThat(this.rows).containsExactly(new JtlRow("a", 1000, 5, true, "", "", 0));
	}

	@Test
	void forEachWhenAFieldHoldsNewlinesShouldReadItAsOne() throws IOException {
		assertThat(read(HEAD + "1000,5,a,500,\"first\nsecond, \"\"third\"\"\",false,1\n")).isTrue();
		assertThat(this.rows.getFirst().message()).isEqualTo("first\nsecond, \"third\"");
	}

	@Test
	void forEachWhenLastRowIsCutOffShouldLeaveItOutAndSaySo() throws IOException {
		assertThat(read(HEAD + "1000,5,a,200,OK,true,3\n1001,6,b,20")).isFalse();
		assertThat(this.rows).hasSize(1);
	}

	@Test
	void forEachWhenCutOffInAQuotedFieldShouldLeaveItOutAndSaySo() throws IOException {
		assertThat(read(HEAD + "1000,5,a,200,OK,true,3\n1001,6,b,500,\"half of a mess")).isFalse();
		assertThat(this.rows).hasSize(1);
	}

	@Test
	void forEachWhenARowInTheMiddleIsBrokenShouldSayWhere() {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> read(HEAD + "1000,5,a\n1001,6,b,200,OK,true,3\n"))
			.withMessageContaining("load.jtl:2: 3 columns where the header has 7");
	}

	@Test
	void forEachWhenTimeIsNoNumberShouldSayWhere() {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> read(HEAD + "1000,5,a,200,OK,true,3\nyesterday,6,b,200,OK,true,3\n"))
			.withMessageContaining("load.jtl:3: timeStamp, elapsed and grpThreads must be whole numbers");
	}

	@Test
	void forEachWhenNoJtlShouldSayWhatIsMissing() {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> read("<testResults version=\"1.2\">\n"))
			.withMessageContaining("load.jtl:1: no column 'timeStamp'");
	}

	@Test
	void forEachWhenFileIsMissingShouldSaySo() {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> new Jtl(this.folder.resolve("none.jtl")).forEach(this.rows::add))
			.withMessageContaining("none.jtl cannot be read");
	}

	private boolean read(String text) throws IOException {
		return new Jtl(Files.writeString(this.folder.resolve("load.jtl"), text)).forEach(this.rows::add);
	}

}
