package lab.harness.analysis;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import lab.harness.model.InvalidInputException;
import lab.harness.model.result.ErrorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
		assertThat(this.rows.getFirst().sender().group().worker()).isEqualTo(worker);
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
					||                                                     ~ load.jtl:1: the file is empty
					timeStamp,elapsed,label,success                        ~ holds no sample: it ends after its header
					timeStamp,elapsed,label,success|                       ~ holds no sample: it ends after its header
					<?xml version="1.0" encoding="UTF-8"?>|<testResults>   ~ load.jtl:1: this is XML and a JTL in CSV is needed: save it with -Jjmeter.save.saveservice.output_format=csv
					<?xml version="1.0"?>|<jmeterTestPlan>                 ~ load.jtl:1: this is XML, such as a plan; name the file that JMeter wrote with -l
					2026-11-27 00:52:54,123 INFO o.a.j.JMeter: Created     ~ load.jtl:1: these are not the columns of a JTL
					<!DOCTYPE html>|<html>                                 ~ load.jtl:1: this is an HTML page, such as JMeter's dashboard; name the file that JMeter wrote with -l
					{"Total":{}}                                           ~ load.jtl:1: this is JSON, such as statistics.json of JMeter's dashboard; name the file
					Dear diary, today I measured                           ~ load.jtl:1: these are not the columns of a JTL, which has timeStamp, elapsed, label, success; name the file
					Label,# Samples,Average|Home,5,500                     ~ load.jtl:1: these are not the columns of a JTL
					timeStamp,elapsed,label|1,2,a                          ~ load.jtl:1: no column success; needed are timeStamp, elapsed, label, success: save it with -Jjmeter.save.saveservice.successful=true
					1795680000000,5,a,200,OK,true                          ~ load.jtl:1: the file has no header, only samples: put the names of its columns before them, or save it with -Jjmeter.save.saveservice.print_field_names=true
					1795680000000;5;a;200;OK;true                          ~ samples with ';' between their columns: put the names of its columns before them, or save it with -Jjmeter.save.saveservice.print_field_names=true -Jjmeter.save.saveservice.default_delimiter=,
					2026/11/21 05:00:00.123\t5\ta                          ~ samples with a tab between their columns
					sep=;|timeStamp;elapsed;label;success                  ~ load.jtl:1: 'sep=;' is for a spreadsheet; remove this line
					timeStamp,elapsed,label,success|2026/11/21 05:00:00.123,5,a,true|1,2,a,true ~ load.jtl:2: timeStamp is '2026/11/21 05:00:00.123', not a whole number of milliseconds since 1970: save it with -Jjmeter.save.saveservice.timestamp_format=ms
					timeStamp,elapsed,label,success|1795680000000.0,5,a,true|1,2,a,true ~ load.jtl:2: timeStamp is '1795680000000.0', not a whole number of milliseconds since 1970; name the file as JMeter wrote it
					timeStamp,elapsed,label,success|1.79568E+12,5,a,TRUE|1,2,a,true ~ load.jtl:2: the time 1.79568E+12 has lost its digits, as in a file saved by a spreadsheet; name the file as JMeter wrote it
					timeStamp;elapsed;label;success|1,79568E+12;5;a;WAHR|1;2;a;WAHR ~ load.jtl:2: the time 1,79568E+12 has lost its digits
					timeStamp;elapsed;label;success|1.795.680.000.000;5;a;true|1;2;a;true ~ not a whole number of milliseconds since 1970; name the file as JMeter wrote it
					timeStamp,elapsed,label,success|1795680000,5,a,true|1,2,a,true ~ load.jtl:2: timeStamp is '1795680000', which is seconds; milliseconds
					timeStamp,elapsed,label,success|1000,-5,a,true         ~ load.jtl:2: elapsed is '-5', not a whole number
					timeStamp,elapsed,label,success|1000,5,a,WAHR          ~ load.jtl:2: success is 'WAHR', neither true nor false; name the file as JMeter wrote it
					timeStamp,elapsed,label,success|1000,5,a,1             ~ load.jtl:2: success is '1', neither true nor false
					timeStamp,elapsed,label,success|1000,5,a,              ~ load.jtl:2: success is '', neither true nor false
					timeStamp,elapsed,label,success|1000,5,a,b,true        ~ load.jtl:2: 5 columns where the header has 4
					timeStamp,elapsed,label,success|1000,5,"a"b,true       ~ load.jtl:2: no row of CSV
					timeStamp,elapsed,label,success|1000,5,a,true|timeStamp,elapsed,label,success|1,2,a,true ~ load.jtl:3: here a second file begins, with its header: report each file alone; if several JMeters sent one load, remove this line
					""")
	void forEachWhenItIsNoJtlShouldSayWhatWouldBeRight(String text, String message) {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> read(text.replace('|', '\n').replace("\\t", "\t")))
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

	/** The first bytes of packed files and workbooks, and what to do with them. */
	@ParameterizedTest
	@CsvSource(delimiter = '~',
			textBlock = """
					1f8b0808                           ~ this is packed with gzip: unpack it first, gzip -dc < "FILE" > unpacked.jtl
					504b0304140000                     ~ this is packed with zip: unpack it first, unzip "FILE"
					28b52ffd04                         ~ this is packed with zstd: unpack it first, zstd -dc < "FILE" > unpacked.jtl
					fd377a585a00                       ~ this is packed with xz: unpack it first, xz -dc < "FILE" > unpacked.jtl
					425a683931                         ~ this is packed with bzip2: unpack it first, bzip2 -dc < "FILE" > unpacked.jtl
					504b03045b436f6e74656e745f54797065735d2e786d6c ~ this is a workbook of a spreadsheet
					d0cf11e0a1b11ae1                   ~ this is a workbook of a spreadsheet
					740069006d00650053007400           ~ this is UTF-16 without a byte order mark: convert it first, iconv -f UTF-16LE -t UTF-8 "FILE" > converted.jtl
					00740069006d006500530074           ~ iconv -f UTF-16BE
					89504e470d0a1a0a000000             ~ this is no text; name the file that JMeter wrote with -l
					""")
	void forEachWhenFileIsNoTextShouldSayWhatItIs(String bytes, String message) throws IOException {
		Path file = Files.write(this.folder.resolve("load.jtl"), HexFormat.of().parseHex(bytes));
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> Jtl.forEach(file, this.rows::add))
			.withMessageContaining(message.replace("FILE", file.toString()));
	}

	@ParameterizedTest
	@ValueSource(strings = { ";", "\t", "|", "^" })
	void forEachWhenTheHeaderShowsAnotherDelimiterShouldReadIt(String delimiter) throws IOException {
		assertThat(read((HEAD + "1000,5,a,200,OK,TRUE,3\n").replace(",", delimiter))).isTrue();
		assertThat(this.rows).containsExactly(row("a", 1000, 5, true, "200", "OK", 3));
	}

	@ParameterizedTest
	@ValueSource(strings = { "UTF-16LE", "UTF-16BE", "UTF-8" })
	void forEachWhenTheByteOrderIsMarkedShouldReadIt(String charset) throws IOException {
		String text = "\uFEFF" + (HEAD + "1000,5,\u00DCbersicht,200,OK,true,3\n").replace(",", ";");
		Path file = Files.write(this.folder.resolve("load.jtl"), text.getBytes(Charset.forName(charset)));
		assertThat(Jtl.forEach(file, this.rows::add)).isTrue();
		assertThat(this.rows).containsExactly(row("\u00DCbersicht", 1000, 5, true, "200", "OK", 3));
	}

	/** Two labels could become one. */
	@Test
	void forEachWhenALabelIsNotInUtf8ShouldSayHowToConvertIt() throws IOException {
		Path file = Files.write(this.folder.resolve("load.jtl"),
				(HEAD + "1000,5,\u00DCbersicht,200,OK,true,3\n").getBytes(StandardCharsets.ISO_8859_1));
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> Jtl.forEach(file, this.rows::add))
			.withMessageContaining(
					"load.jtl:2: label is '\uFFFDbersicht', so the file is not in UTF-8: convert it from the "
							+ "encoding of the machine that wrote it, such as iconv -f WINDOWS-1252 -t UTF-8");
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
		assertThat(this.rows.getFirst().sender()).isEqualTo(new JtlRow.Sender(
				new JtlRow.Group("10.0.0.5:1099", "shop visitors 1"), "10.0.0.5:1099-shop visitors 1-7"));
		this.rows.clear();
		assertThat(read("timeStamp,elapsed,label,success,threadName,allThreads\n1000,5,a,true,users 1-7,3\n")).isTrue();
		assertThat(this.rows.getFirst().sender().group().name()).isEmpty();
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
				JtlRow.Sender.UNKNOWN);
	}

}
