package lab.backend;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.http.MediaType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests which settings the management port accepts and refuses at run time.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "management.server.port=0")
class SettingsTests {

	@LocalManagementPort
	private int managementPort;

	private ManagementClient management;

	@BeforeEach
	void connect() {
		this.management = new ManagementClient(this.managementPort);
		this.management.accept("{\"latency\":\"uniform 0ms..20ms\",\"seed\":42}");
	}

	@Test
	void postWhenOnlySeedIsGivenShouldAnswerAndShowTheSettingsInForce() {
		String inForce = "{\"latency\":\"uniform 0ms..20ms\",\"seed\":7,\"fault\":\"none\"}";
		this.management.post("{\"seed\":7}").expectStatus().isOk().expectBody(String.class).isEqualTo(inForce);
		this.management.get("/backend").expectBody(String.class).isEqualTo(inForce);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					{"latency":"fixed 40"}                | latency 'fixed 40' has no form that is known; write uniform 0ms..1000ms
					{"latency":"fixed -1ms","seed":9}     | latency 'fixed -1ms' has a negative time; write
					{"latency":"fixed 1ms","seed":1.5}    | seed '1.5' is no whole number of 64 bits; write one such as 42
					{"seed":"many"}                       | seed 'many' is no whole number of 64 bits; write one such as 42
					{}                                    | nothing to set; send JSON with latency, seed, fault or several
					{"delay":"fixed 1ms"}                 | nothing to set; send JSON with latency, seed, fault or several
					{"share":0.3}                         | share belongs to a fault; name it too
					{"fault":"sloth","latency":"fixed 1ms"} | fault 'sloth' is unknown; write one of none, error, hang
					{"fault":"error","share":30}          | share '30' is no share of arrivals; write a number above 0
					{"fault":"error","share":"a third"}   | share 'a third' is no share of arrivals; write a number
					{"fault":"error","share":0}           | share '0' is no share of arrivals; write a number above 0
					{"fault":"none","share":1}            | fault none takes no share
					{"fault":"outage","share":0.5}        | fault outage takes no share: the port is there, or it is not
					{"fault":"latency"}                   | fault 'latency' is unknown; write one of none, error, hang, reset, outage
					{"fault":"hang","seed":"many"}        | seed 'many' is no whole number of 64 bits; write one such as 42
					{"latency":                           | the body is no flat JSON object
					[1]                                   | the body is no flat JSON object
					{"latency":{"fixed":40}}              | the body is no flat JSON object
					""")
	void postWhenBadShouldReportWhyInOneLineAndChangeNothing(String body, String reason) {
		this.management.post(body)
			.expectStatus()
			.isBadRequest()
			.expectHeader()
			.contentTypeCompatibleWith(MediaType.APPLICATION_PROBLEM_JSON)
			.expectBody()
			.jsonPath("$.detail")
			.value(String.class, (detail) -> assertThat(detail).startsWith(reason).hasLineCount(1));
		this.management.get("/backend")
			.expectBody(String.class)
			.isEqualTo("{\"latency\":\"uniform 0ms..20ms\",\"seed\":42,\"fault\":\"none\"}");
	}

	@Test
	void postWhenContentTypeIsNotJsonShouldReportIt() {
		this.management.post(MediaType.APPLICATION_FORM_URLENCODED, "{\"seed\":7}")
			.expectStatus()
			.isEqualTo(415)
			.expectBody()
			.jsonPath("$.detail")
			.value(String.class, (detail) -> assertThat(detail).startsWith("the body is not said to be JSON")
				.contains("Content-Type: application/json"));
	}

}
