package lab.harness.model.experiment;

import java.util.Map;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Request} and {@link Paths}; {@link ExperimentFileTests} has those of
 * wrong ones.
 */
class RequestTests {

	@Test
	void plainShouldBeAGetOfOnePathWithoutMore() {
		Paths one = Paths.of("/a");
		assertThat(Request.get("/a").isPlain()).isTrue();
		assertThat(new Request(one, Request.Method.HEAD, Map.of(), null, null).isPlain()).isFalse();
		assertThat(new Request(one, Request.Method.GET, Map.of("A", "b"), null, null).isPlain()).isFalse();
		assertThat(new Request(one, Request.Method.GET, Map.of(), null, "ids.csv").isPlain()).isFalse();
		assertThat(new Request(new Paths(Map.of("/a", 1, "/b", 1)), Request.Method.GET, Map.of(), null, null).isPlain())
			.isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "/a/b.html?c=d&e=f", "/a:b;c=1,2@x!$&'()*+", "/%C3%A4?q=%20", "/${id}/$/${a.b-c_d}" })
	void pathShouldHoldTheCharactersOfAUri(String path) {
		assertThat(Paths.of(path).first()).isEqualTo(path);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a", "/ä", "/a b", "/%", "/%2", "/%g0", "/#a", "/a\"b", "/{id}", "/${id", "/a\n" })
	void pathWhenItHoldsAnythingElseShouldBeRefused(String path) {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> Paths.of(path))
			.withMessageContaining("percent-encode");
	}

	@Test
	void weightsShouldSurviveTheirWayThroughJson() {
		Paths paths = new Paths(Map.of("/a", 3));
		assertThat(DataFile.line(paths)).isEqualTo("{\"/a\":3}");
		assertThat(DataFile.line(Paths.of("/a"))).isEqualTo("\"/a\"");
		assertThat(DataFile.mapper().readValue("{\"/a\":3}", Paths.class)).isEqualTo(paths);
	}

}
