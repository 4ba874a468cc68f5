package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import lab.harness.model.InvalidInputException;
import lab.harness.model.result.ErrorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
		assertThat(this.rows).containsExactly(row("a", 1000, 5, true, "200", "OK", 3),
				row("b", 1001, 6, false, "503", "Full", 4));
		assertThat(this.rows.getFirst().end()).isEqualTo(1005);
	}

	@Test
	void forEachWhenColumnsAreInAnotherOrderShouldFindThemByName() throws IOException {
		assertThat(read("success,label,Latency,elapsed,timeStamp\ntrue,a,1,5,1000\n")).isTrue();
		assertThat(this.rows).containsExactly(row("a", 1000, 5, true, "", "", 0));
	}

	@Test
	void forEachWhenTheProblemIsSavedShouldReadItAndMakeItPartOfTheKind() throws IOException {
		assertThat(read(HEAD.replace("grpThreads", "grpThreads,\"problem\"")
				+ "1000,5,a,503,,false,3,bulkhead-full\n1001,6,b,200,OK,true,4,null\n"))
			.isTrue();
		assertThat(this.rows.getFirst().cause().errorKind()).isEqualTo(new ErrorKind("503", "bulkhead-full"));
		assertThat(this.rows.getLast().cause().problem()).isEmpty();
	}

	/** JMeter's names of threads; without a port, a name could be that of a group. */
	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			10.0.0.5:1099-users 1-7                    | 10.0.0.5:1099
			10.0.0.5-tomcat-platform 1-1               | 10.0.0.5
			load-1.lab:1100-tomcat-platform 2-500      | load-1.lab:1100
			load-tomcat-platform 1-1                   | ''
			tomcat-platform 1-1                        | ''
			users 1-1                                  | ''
			10.0.0.5:1099                              | ''
			""")
	void forEachWhenThreadIsOfRemoteWorkerShouldReadItsAddress(String thread, String worker) throws IOException {
		assertThat(read("timeStamp,elapsed,label,success,threadName\n1000,5,a,true," + thread + "\n")).isTrue();
		assertThat(this.rows.getFirst().sender().worker()).isEqualTo(worker);
	}

	@Test
	void forEachWhenAFieldHoldsNewlinesShouldReadItAsOne() throws IOException {
		assertThat(read(HEAD + "1000,5,a,500,\"first\nsecond, \"\"third\"\"\",false,1\n")).isTrue();
		assertThat(this.rows.getFirst().cause().message()).isEqualTo("first\nsecond, \"third\"");
	}

	@Test
	void forEachWhenLastRowIsCutOffShouldLeaveItOutAndSaySo() throws IOException {
		assertThat(read(HEAD + "1000,5,a,200,OK,true,3\n1001,6,b,20")).isFalse();
		assertThat(this.rows).hasSize(1);
	}

	@Test
	void forEachWhenTheOnlyRowIsCutOffShouldSayThatThereIsNoSample() {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> read(HEAD + "1000,5,a"))
			.withMessageContaining("load.jtl:2: the file holds no sample: its only row is cut off");
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
			.withMessageContaining(
					"load.jtl:3: timeStamp is 'yesterday', not a whole number of milliseconds since 1970");
	}

	/**
	 * What JMeter, or another program, may have written instead; | stands for a line's
	 * end.
	 */
	@ParameterizedTest
	@CsvSource(delimiter = '~',
			textBlock = """
					''                                                     ~ load.jtl:1: the file is empty
					timeStamp,elapsed,label,success                        ~ holds no sample: it ends after its header
					timeStamp,elapsed,label,success|                       ~ holds no sample: it ends after its header
					<?xml version="1.0" encoding="UTF-8"?>|<testResults>   ~ load.jtl:1: this is XML and a JTL in CSV is needed: save it with -Jjmeter.save.saveservice.output_format=csv
					Dear diary, today I measured                           ~ load.jtl:1: no column timeStamp, elapsed, label, success; needed are
					timeStamp,elapsed,label|1,2,a                          ~ load.jtl:1: no column success; needed are timeStamp, elapsed, label, success: save it with -Jjmeter.save.saveservice.successful=true
					Latency,Connect|1,2                                    ~ load.jtl:1: no column timeStamp, elapsed, label, success
					1000,5,a,200,OK,true                                   ~ success: save it with -Jjmeter.save.saveservice.print_field_names=true
					timeStamp,elapsed,label,success|2026/11/21 05:00:00.123,5,a,true|1,2,a,true ~ load.jtl:2: timeStamp is '2026/11/21 05:00:00.123', not a whole number of milliseconds since 1970: save it with -Jjmeter.save.saveservice.timestamp_format=ms
					timeStamp,elapsed,label,success|1000,-5,a,true         ~ load.jtl:2: elapsed is '-5', not a whole number
					timeStamp,elapsed,label,success|1000,5,a,b,true        ~ load.jtl:2: 5 columns where the header has 4
					timeStamp,elapsed,label,success|1000,5,"a"b,true       ~ load.jtl:2: no row of CSV
					""")
	void forEachWhenItIsNoJtlShouldSayWhatWouldBeRight(String text, String message) {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> read(text.replace('|', '\n')))
			.withMessageContaining(message);
	}

	@Test
	void forEachWhenAQuoteIsNeverClosedShouldNotSwallowTheFile() {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> read(HEAD + "1000,5,a,200,\"OK,true,3\n" + "1001,6,b,200,OK,true,3\n".repeat(100_000)))
			.withMessageContaining("load.jtl:2: no row of CSV; is a quote not closed");
	}

	@Test
	void forEachWhenLinesEndAsOnWindowsShouldReadTheSame() throws IOException {
		assertThat(read("\uFEFF" + (HEAD + "1000,5,a,200,OK,true,3\n1001,6,b,20").replace("\n", "\r\n"))).isFalse();
		assertThat(this.rows).containsExactly(row("a", 1000, 5, true, "200", "OK", 3));
	}

	@Test
	void forEachWhenOnlyAllThreadsAreKnownShouldTakeThemAsUsers() throws IOException {
		assertThat(read("timeStamp,elapsed,label,success,allThreads\n1000,5,a,true,7\n")).isTrue();
		assertThat(this.rows.getFirst().users()).isEqualTo(7);
	}

	@Test
	void forEachWhenFileIsMissingShouldSaySo() {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> Jtl.forEach(this.folder.resolve("none.jtl"), this.rows::add))
			.withMessageContaining("none.jtl is missing");
	}

	private boolean read(String text) throws IOException {
		return Jtl.forEach(Files.writeString(this.folder.resolve("load.jtl"), text), this.rows::add);
	}

	@Test
	void forEachWhenUsersAreThoseOfTheGroupShouldReadItsName() throws IOException {
		assertThat(read("timeStamp,elapsed,label,success,threadName,grpThreads\n"
				+ "1000,5,a,true,10.0.0.5:1099-shop visitors 1-7,3\n"))
			.isTrue();
		assertThat(this.rows.getFirst().sender()).isEqualTo(new JtlRow.Sender("10.0.0.5:1099", "shop visitors"));
		this.rows.clear();
		assertThat(read("timeStamp,elapsed,label,success,threadName,allThreads\n1000,5,a,true,users 1-7,3\n")).isTrue();
		assertThat(this.rows.getFirst().sender().group()).isEmpty();
	}

	@Test
	void forEachWhenIntendedTimeIsSavedShouldReadLateness() throws IOException {
		assertThat(read("timeStamp,elapsed,label,success,intended\n1000,5,a,true,940\n1000,5,a,true,1200\n"
				+ "1000,5,a,true,null\n1000,5,a,true,\n"))
			.isTrue();
		assertThat(this.rows).extracting(JtlRow::late).containsExactly(60L, 0L, -1L, -1L);
		assertThat(this.rows).extracting(JtlRow::latency).containsExactly(65L, 5L, 5L, 5L);
	}

	/** Of a file from elsewhere nothing may move a terminal's cursor or its colours. */
	@Test
	void forEachWhenALabelHoldsEscapeSequencesShouldLeaveThemOut() throws IOException {
		assertThat(read(HEAD + "1000,5,\u001B[31mred\u001B[0m\u0007 \u202Edeed,200,OK,true,3\n")).isTrue();
		assertThat(this.rows.getFirst().label()).isEqualTo("red deed");
	}

	private static JtlRow row(String label, long start, long elapsed, boolean success, String code, String message,
			int users) {
		return new JtlRow(label, start, elapsed, -1, success, new JtlRow.Cause(code, message, ""), users,
				new JtlRow.Sender("", ""));
	}

}
