package lab.harness.live;

import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class WebServerTests {

	@ParameterizedTest
	@CsvSource({ "192.168.1.20:8091, 192.168.1.20, 8091", "192.168.1.20, 192.168.1.20, 80",
			"192.168.1.20:80, 192.168.1.20, 80", "[2001:db8::1]:8091, [2001:DB8:0:0::1], 8091",
			"[2001:db8::1], [2001:db8::1], 80", "[::1]:8090, [::1], 8090" })
	void isHostWhenABrowserSendsTheNameShouldBeTrue(String host, String name, int port) {
		assertThat(WebServer.isHost(host, List.of("localhost", name), port)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", ":", ":8091", "192.168.1.20", "192.168.1.20:", "192.168.1.20:80", "192.168.1.20:08091",
			"192.168.1.21:8091", "evil.example:8091", "192.168.1.20.evil.example:8091", "192.168.1.20:8091:8091",
			"[192.168.1.20]:8091", "[evil.example]:8091", "[]:8091", "[:8091", "[::1]:8091" })
	void isHostWhenItIsAnotherShouldBeFalse(String host) {
		assertThat(WebServer.isHost(host, List.of("192.168.1.20"), 8091)).isFalse();
	}

}
