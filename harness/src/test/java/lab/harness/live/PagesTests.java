package lab.harness.live;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.model.DataFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages over HTTP, without services behind them.
 */
class PagesTests {

	private static final Pattern TOKEN = Pattern.compile("name=\"token\" content=\"([0-9a-f]{32})\"");

	/** Nothing listens there: port 1 belongs to no service of today. */
	private static final WatchedService NOBODY = new WatchedService("webflux", "127.0.0.1", 1, 1);

	private final HttpClient client = HttpClient.newHttpClient();

	private final List<String> started = new ArrayList<>();

	private final Path folder;

	private final Lab lab;

	private final ClassRoom room;

	private final LivePage page;

	private final ClassPage participants;

	PagesTests(@TempDir Path folder) {
		this.folder = folder;
		this.lab = new Lab(List.of(NOBODY), NOBODY, this::start);
		this.room = new ClassRoom(folder, System::nanoTime);
		this.participants = new ClassPage(this.room, this.lab, "127.0.0.1", 0);
		this.page = new LivePage(this.lab, "127.0.0.1", 0, new TeacherPage(this.room, this.lab, "http://class"));
	}

	@AfterEach
	void close() {
		this.participants.close();
		this.page.close();
		this.lab.close();
		this.client.close();
	}

	private LoadDriver.Handle start(WatchedService service, String path, int users) {
		this.started.add(service.name() + path + users);
		return new LoadDriver.Handle() {
			@Override
			public Path samples() {
				return PagesTests.this.folder.resolve("load.jtl");
			}

			@Override
			public boolean isAlive() {
				return true;
			}

			@Override
			public void close() {
				PagesTests.this.started.add("closed");
			}
		};
	}

	private String get(int port, String path) throws Exception {
		return this.client
			.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
					BodyHandlers.ofString())
			.body();
	}

	private String token() throws Exception {
		Matcher matcher = TOKEN.matcher(get(this.page.port(), "/"));
		assertThat(matcher.find()).isTrue();
		return matcher.group(1);
	}

	private HttpResponse<String> post(int port, String path, String body, String... headers) throws Exception {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
			.POST(BodyPublishers.ofString(body));
		for (int i = 0; i < headers.length; i += 2) {
			request.header(headers[i], headers[i + 1]);
		}
		return this.client.send(request.build(), BodyHandlers.ofString());
	}

	private HttpResponse<String> ownPost(int port, String path, String body, String... more) throws Exception {
		List<String> headers = new ArrayList<>(
				List.of("Origin", "http://127.0.0.1:" + port, "Content-Type", "application/json"));
		headers.addAll(List.of(more));
		return post(port, path, body, headers.toArray(String[]::new));
	}

	private static void assertRefused(HttpResponse<String> answer, int status, String problem) {
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
		assertThat(answer.body()).contains("\"" + problem + "\"").doesNotContain("\n").doesNotContain("Exception");
	}

	@Test
	void getShouldServeAPageWithoutInlineScriptUnderAStrictPolicy() throws Exception {
		HttpResponse<String> answer = this.client.send(
				HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.page.port() + "/")).build(),
				BodyHandlers.ofString());
		assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
			.startsWith("default-src 'none'; script-src 'self'")
			.doesNotContain("unsafe");
		assertThat(answer.body()).doesNotContain("<script>", "style=", "onclick");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/uplot.js", "/uplot.css", "/page.css", "/words.js", "/page.js", "/live.js", "/icon.svg" })
	void getShouldServeEachFileOfThePage(String path) throws Exception {
		assertThat(get(this.page.port(), path)).hasSizeGreaterThan(100).doesNotContain("no-page");
	}

	@Test
	void startWhenPageAsksShouldStartTheLoadAndKeepThePredictions() throws Exception {
		String body = "{\"users\":300,\"guarded\":true,\"predictions\":{\"webflux\":123}}";
		assertThat(ownPost(this.page.port(), "/start", body, LivePage.TOKEN_HEADER, token()).statusCode())
			.isEqualTo(200);
		assertThat(this.started).containsExactly("webflux/guarded300");
		assertThat(DataFile.mapper().readTree(get(this.page.port(), "/state")).at("/round/predicted/webflux").asInt())
			.isEqualTo(123);
	}

	@Test
	void startWhenTokenIsMissingOrWrongShouldRefuse() throws Exception {
		assertRefused(ownPost(this.page.port(), "/stop", "{}"), 403, "wrong-token");
		assertRefused(ownPost(this.page.port(), "/stop", "{}", LivePage.TOKEN_HEADER, "0".repeat(32)), 403,
				"wrong-token");
	}

	@Test
	void postWhenOriginIsAnotherSiteShouldRefuse() throws Exception {
		String token = token();
		assertRefused(
				post(this.page.port(), "/stop", "{}", "Content-Type", "application/json", LivePage.TOKEN_HEADER, token),
				403, "wrong-origin");
		assertRefused(post(this.page.port(), "/stop", "{}", "Origin", "http://evil.example", "Content-Type",
				"application/json", LivePage.TOKEN_HEADER, token), 403, "wrong-origin");
		assertRefused(post(this.page.port(), "/stop", "{}", "Origin", "null", "Content-Type", "application/json",
				LivePage.TOKEN_HEADER, token), 403, "wrong-origin");
	}

	@Test
	void postWhenTypeIsThatOfAFormShouldRefuse() throws Exception {
		assertRefused(post(this.page.port(), "/stop", "{}", "Origin", "http://127.0.0.1:" + this.page.port(),
				"Content-Type", "text/plain", LivePage.TOKEN_HEADER, token()), 415, "wrong-type");
	}

	@Test
	void getWhenHostIsAnotherNameShouldRefuse() throws IOException {
		try (Socket socket = new Socket("127.0.0.1", this.page.port())) {
			socket.getOutputStream()
				.write("GET / HTTP/1.1\r\nHost: rebound.example:%d\r\nConnection: close\r\n\r\n"
					.formatted(this.page.port())
					.getBytes(StandardCharsets.UTF_8));
			String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			assertThat(answer).startsWith("HTTP/1.1 403").contains("wrong-host").doesNotContain("token");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "[]", "{", "{\"users\":0}", "{\"users\":1001,\"predictions\":{}}",
			"{\"users\":\"300\",\"predictions\":{}}", "{\"users\":300,\"predictions\":[]}",
			"{\"users\":300,\"predictions\":{\"webflux\":-1}}", "{\"users\":300,\"predictions\":{\"webflux\":1e9}}",
			"{\"users\":300,\"predictions\":{\"webflux\":\"<b>\"}}" })
	void startWhenBodyIsInvalidShouldRefuseWithOneLine(String body) throws Exception {
		assertRefused(ownPost(this.page.port(), "/start", body, LivePage.TOKEN_HEADER, token()), 400, "invalid-value");
		assertThat(this.started).isEmpty();
	}

	@Test
	void backendWhenItDoesNotAnswerShouldSaySo() throws Exception {
		assertRefused(ownPost(this.page.port(), "/backend", "{\"meanMillis\":500}", LivePage.TOKEN_HEADER, token()),
				502, "no-answer");
	}

	@Test
	void participantShouldJoinAnswerAndSeeNothingOfTheLaw() throws Exception {
		int port = this.participants.port();
		HttpResponse<String> joined = ownPost(port, "/join", "{\"code\":\"" + this.room.code() + "\"}");
		assertThat(joined.statusCode()).as(joined.body()).isEqualTo(200);
		String secret = DataFile.mapper().readTree(joined.body()).path("secret").asString();
		this.room.ask(300, false, List.of("webflux"), 500.0);
		HttpResponse<String> answer = ownPost(port, "/answer", "{\"question\":1,\"predictions\":{\"webflux\":null}}",
				"X-Lab-Participant", secret);
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
		assertThat(this.room.seenByTeacher(null).question()).isNotNull()
			.satisfies((question) -> assertThat(question.answered()).isEqualTo(1));
	}

	@Test
	void participantWhenPostIsLongerThanAKibibyteShouldBeRefused() throws Exception {
		String body = "{\"code\":\"" + "0".repeat(1024) + "\"}";
		assertRefused(ownPost(this.participants.port(), "/join", body), 413, "too-long");
	}

	@Test
	void participantsShouldNotReachThePageOfTheTeacher() throws Exception {
		int port = this.participants.port();
		for (String path : List.of("/live.js", "/class", "/start")) {
			assertThat(get(port, path)).as(path).contains("no-page");
		}
		assertRefused(ownPost(port, "/start", "{}"), 404, "no-page");
		assertRefused(ownPost(port, "/class/ask", "{}"), 404, "no-page");
	}

	@Test
	void participantWhenPostsFollowTooFastShouldBeRefused() throws Exception {
		ClassRoom frozen = new ClassRoom(this.folder, () -> 0);
		try (ClassPage page = new ClassPage(frozen, this.lab, "127.0.0.1", 0)) {
			for (int i = 0; i < ClassRoom.MAX_POSTS; i++) {
				assertRefused(ownPost(page.port(), "/join", "{\"code\":\"no\"}"), 403, "wrong-code");
			}
			assertRefused(ownPost(page.port(), "/join", "{\"code\":\"no\"}"), 429, "too-many-posts");
		}
	}

}
