package lab.harness.live;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.model.DataFile;
import lab.harness.live.LiveServer.Where;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Both servers over HTTP, with what a hostile page or participant would send.
 */
class PagesTests {

	private static final Pattern TOKEN = Pattern.compile("name=\"token\" content=\"([0-9a-f]{32})\"");

	private static final String START = """
			{"users":300,"guarded":false,"predictions":{"webflux":600,"tomcat-platform":null}}""";

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private final FakeLoads loads = new FakeLoads();

	private final AtomicLong clock = new AtomicLong();

	@TempDir
	private Path folder;

	private FakeActuator actuator;

	private Lab lab;

	private ClassRoom room;

	private ClassPage participants;

	private LivePage page;

	@BeforeEach
	void setUp() throws IOException {
		this.actuator = new FakeActuator();
		this.lab = new Lab(FakeActuator.MODELS.stream().map(this.actuator::service).toList(),
				this.actuator.service("slow-backend"), this.loads);
		this.room = new ClassRoom(this.folder, this.clock::get);
		this.participants = new ClassPage(this.room, this.lab, "127.0.0.1", 0);
		this.page = new LivePage(this.lab, Where.THIS_MACHINE, 0, List.of(),
				new TeacherPage(this.room, this.lab, "http://127.0.0.1"), false);
	}

	@AfterEach
	void tearDown() {
		this.page.close();
		this.participants.close();
		this.lab.close();
		this.actuator.close();
	}

	@Test
	void stateShouldHoldTheSecondsThatThePageDoesNotHave() throws Exception {
		this.lab.tick();
		this.lab.tick();
		this.actuator.answered(500);
		this.lab.tick();
		JsonNode state = json(send(get(this.page.port(), "/state?after=1")));
		assertThat(state.path("last").asInt()).isEqualTo(2);
		assertThat(state.path("seconds")).hasSize(1);
		JsonNode second = state.path("seconds").path(0).path("models").path("webflux");
		assertThat(second.path("throughput").asDouble()).isPositive();
		// 500 request-seconds / 2 of the ledger for 500 answers
		assertThat(second.path("times").path("mean").asDouble()).isEqualTo(500);
		// 200 threads / 0.5 s
		assertThat(second.path("ceiling").asDouble()).isEqualTo(400);
		assertThat(state.path("seconds").path(0).path("backend").path("inFlight").asInt()).isEqualTo(12);
	}

	@Test
	void startShouldLoadTheChosenModelsUntilStop() throws Exception {
		assertThat(send(post("/start", START)).statusCode()).isEqualTo(200);
		assertThat(this.loads.alive()).containsExactly("tomcat-platform / 300", "webflux / 300");
		assertThat(json(send(get(this.page.port(), "/state"))).path("round").path("predicted").path("webflux").asInt())
			.isEqualTo(600);
		assertThat(send(post("/stop", "{}")).statusCode()).isEqualTo(200);
		assertThat(this.loads.alive()).isEmpty();
	}

	@Test
	void startWhenGuardedShouldAskForThePathBehindTheBulkhead() throws Exception {
		send(post("/start", "{\"users\":300,\"guarded\":true,\"predictions\":{\"webflux\":null}}"));
		assertThat(this.loads.alive()).containsExactly("webflux /guarded 300");
	}

	@Test
	void backendShouldPassOnItsSettings() throws Exception {
		assertThat(send(post("/backend", "{\"meanMillis\":250}")).statusCode()).isEqualTo(200);
		assertThat(send(post("/backend", "{\"fault\":\"hang\",\"share\":0.3}")).statusCode()).isEqualTo(200);
		assertThat(this.actuator.posts()).hasSize(2);
		assertThat(this.actuator.posts().getFirst()).contains("uniform 0ms..500ms");
		assertThat(this.actuator.posts().getLast()).contains("hang", "0.3");
	}

	@ParameterizedTest
	@CsvSource({ "Origin, http://evil.example, wrong-origin", "Origin, null, wrong-origin", "Origin, '', wrong-origin",
			"Origin, https://127.0.0.1, wrong-origin", "X-Lab-Token, 0, wrong-token", "X-Lab-Token, '', wrong-token",
			"Content-Type, text/plain, wrong-type", "Content-Type, application/x-www-form-urlencoded, wrong-type" })
	void postWhenItIsNotFromThePageShouldChangeNothing(String header, String value, String problem) throws Exception {
		HttpResponse<String> answer = send(post("/start", START).setHeader(header, value));
		assertThat(answer.statusCode()).isBetween(400, 499);
		assertRefused(answer, problem);
		assertThat(this.loads.alive()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "evil.example", "127.0.0.1.evil.example:{port}", "localhost", "0.0.0.0:{port}", "" })
	void getWhenTheHostIsAnotherShouldBeRefused(String host) throws IOException {
		for (int port : new int[] { this.page.port(), this.participants.port() }) {
			assertThat(raw(port, host.replace("{port}", "" + port))).startsWith("HTTP/1.1 4").doesNotContain("token");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "[]", "1", "nonsense", "{\"users\":0}", "{\"users\":1001}", "{\"users\":\"300\"}",
			"{\"users\":1e9}", "{\"users\":300,\"guarded\":\"no\",\"predictions\":{\"webflux\":1}}",
			"{\"users\":300,\"predictions\":[1]}", "{\"users\":300,\"predictions\":{}}",
			"{\"users\":300,\"predictions\":{\"webflux\":-1}}", "{\"users\":300,\"predictions\":{\"webflux\":\"1\"}}",
			"{\"users\":300,\"predictions\":{\"../../etc\":1}}",
			"{\"users\":300,\"predictions\":{\"webflux\":100001}}" })
	void startWhenAValueIsInvalidShouldBeRefusedWithOneLine(String body) throws Exception {
		HttpResponse<String> answer = send(post("/start", body));
		assertThat(answer.statusCode()).isEqualTo(400);
		assertThat(json(answer).path("detail").asString()).hasLineCount(1);
		assertThat(this.loads.alive()).isEmpty();
	}

	@Test
	void everyAnswerShouldForbidForeignScripts() throws Exception {
		for (int port : new int[] { this.page.port(), this.participants.port() }) {
			for (String path : new String[] { "/", "/state", "/page.js", "/no-such-page" }) {
				assertThat(send(get(port, path)).headers().firstValue("Content-Security-Policy")).as(path)
					.hasValueSatisfying(
							(policy) -> assertThat(policy).contains("default-src 'none'", "script-src 'self'")
								.doesNotContain("unsafe"));
			}
			assertThat(send(get(port, "/")).body()).doesNotContainPattern("<script>|\\son\\w+=|style=");
		}
	}

	@Test
	void postWhenAnExperimentIsWatchedShouldBeUnknown() throws Exception {
		try (LivePage watching = new LivePage(this.lab, Where.THIS_MACHINE, 0, List.of(), null, true)) {
			for (String path : new String[] { "/start", "/stop", "/backend" }) {
				assertThat(send(post(watching.port(), path, START)).statusCode()).as(path).isEqualTo(404);
			}
			assertThat(send(get(watching.port(), "/state")).statusCode()).isEqualTo(200);
		}
	}

	@Test
	void participantsShouldFindNothingOfTheTeacher() throws Exception {
		for (String path : new String[] { "/class", "/live.js", "/start", "/stop", "/backend", "/class/close" }) {
			assertThat(send(get(this.participants.port(), path)).statusCode()).as("GET %s", path).isEqualTo(404);
			assertThat(send(participant(path, "{}")).statusCode()).as("POST %s", path).isEqualTo(404);
			this.clock.addAndGet(1_000_000_000L);
		}
		assertThat(send(get(this.participants.port(), "/")).body()).doesNotContain("token");
	}

	@Test
	void participantShouldJoinAnswerAndFindItsAnswerAgain() throws Exception {
		JsonNode joined = json(send(participant("/join", "{\"code\":\"" + this.room.code() + "\"}")));
		String secret = joined.path("secret").asString();
		assertThat(send(post("/class/ask", "{\"users\":300,\"models\":{\"webflux\":true}}")).statusCode())
			.isEqualTo(200);
		assertThat(send(participant("/answer", "{\"question\":1,\"predictions\":{\"webflux\":550}}")
			.header("X-Lab-Participant", secret)).statusCode()).isEqualTo(200);
		JsonNode seen = json(send(get(this.participants.port(), "/state").header("X-Lab-Participant", secret)));
		assertThat(seen.path("animal").asString()).isEqualTo(joined.path("animal").asString());
		assertThat(seen.path("mine").path("webflux").asInt()).isEqualTo(550);
		assertThat(seen.path("law").properties()).isEmpty();
	}

	@Test
	void closeShouldKeepThePredictionsOfAnOpenQuestion() throws Exception {
		ClassRoom open = new ClassRoom(this.folder, this.clock::get);
		try (ClassPage ending = new ClassPage(open, this.lab, "127.0.0.1", 0)) {
			open.ask(300, false, List.of("webflux"), 500.0);
			assertThat(send(get(ending.port(), "/")).statusCode()).isEqualTo(200);
			assertThat(this.folder).isEmptyDirectory();
		}
		assertThat(this.folder).isNotEmptyDirectory();
	}

	@Test
	void joinWhenThePostIsTooLongShouldBeRefused() throws Exception {
		String just = "{\"code\":\"" + "1".repeat(ClassPage.MAX_POST - 11) + "\"}";
		assertRefused(send(participant("/join", just)), "wrong-code");
		assertRefused(send(participant("/join", just + " ")), "too-long");
	}

	@Test
	void joinWhenThereAreTooManyPostsShouldBeRefused() throws Exception {
		for (int i = 0; i < ClassRoom.MAX_POSTS; i++) {
			assertRefused(send(participant("/join", "{}")), "wrong-code");
		}
		assertRefused(send(participant("/join", "{\"code\":\"" + this.room.code() + "\"}")), "too-many-posts");
	}

	@Test
	void classWhenASecondTeacherAsksShouldBeRefused() throws Exception {
		assertThat(send(get(this.page.port(), "/class").header("X-Lab-Teacher", "0123456789abcdef")).statusCode())
			.isEqualTo(200);
		HttpResponse<String> second = send(get(this.page.port(), "/class").header("X-Lab-Teacher", "fedcba9876543210"));
		assertRefused(second, "other-teacher");
		assertThat(second.body()).doesNotContain(this.room.code());
	}

	private static void assertRefused(HttpResponse<String> answer, String problem) {
		assertThat(json(answer).path("problem").asString()).isEqualTo(problem);
		assertThat(json(answer).path("detail").asString()).hasLineCount(1);
	}

	private static JsonNode json(HttpResponse<String> answer) {
		return DataFile.mapper().readTree(answer.body());
	}

	private static HttpRequest.Builder get(int port, String path) {
		return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
	}

	/** A post as the live page sends it. */
	private HttpRequest.Builder post(String path, String body) throws Exception {
		Matcher token = TOKEN.matcher(send(get(this.page.port(), "/")).body());
		assertThat(token.find()).isTrue();
		return post(this.page.port(), path, body).header("X-Lab-Token", token.group(1))
			.header("X-Lab-Teacher", "0123456789abcdef");
	}

	/** A post as the page of a participant sends it. */
	private HttpRequest.Builder participant(String path, String body) {
		return post(this.participants.port(), path, body);
	}

	private static HttpRequest.Builder post(int port, String path, String body) {
		return get(port, path).header("Origin", "http://127.0.0.1:" + port)
			.header("Content-Type", "application/json")
			.POST(BodyPublishers.ofString(body));
	}

	private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
		return CLIENT.send(request.build(), BodyHandlers.ofString());
	}

	/** Asks for the page by a name of its host that the client of Java would not send. */
	private static String raw(int port, String host) throws IOException {
		try (Socket socket = new Socket("127.0.0.1", port)) {
			OutputStream out = socket.getOutputStream();
			out.write(("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
				.getBytes(StandardCharsets.US_ASCII));
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		}
	}

}
