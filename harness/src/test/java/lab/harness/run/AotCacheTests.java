package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Service;
import lab.harness.run.process.Jdk;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class AotCacheTests {

	@TempDir
	private Path folder = Path.of("");

	private Path jar = Path.of("");

	@BeforeEach
	void build() throws IOException {
		this.jar = Files.writeString(this.folder.resolve("app.jar"), "first build");
	}

	@Test
	void ofWhenNoFlagNamesOneShouldBeNone() {
		assertThat(AotCache.of(service("-Xmx1g"), this.jar, Jdk.current())).isNull();
	}

	@Test
	void flagsShouldNameTheCacheAndTrainingShouldWriteIt() {
		AotCache cache = of("-XX:AOTMode=on", "-XX:AOTCache=${aot-requests}", "-Xmx1g");
		assertThat(cache.byRequests()).isTrue();
		assertThat(cache.exists()).isFalse();
		assertThat(cache.file().startsWith(this.folder.resolve("aot"))).isTrue();
		assertThat(cache.flags()).containsExactly("-XX:AOTMode=on", "-XX:AOTCache=" + cache.file(), "-Xmx1g");
		assertThat(cache.training().jvm()).containsExactly("-XX:AOTCacheOutput=" + cache.file() + ".part", "-Xmx1g");
		assertThat(of("-XX:AOTCache=${aot-start}").byRequests()).isFalse();
	}

	@Test
	void keepShouldTakeWhatTheTrainingHasWritten() throws IOException {
		AotCache cache = of("-XX:AOTCache=${aot-start}");
		cache.training();
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(cache::keep)
			.withMessageContaining("it needs JDK 25 or newer");
		Files.createFile(Path.of(cache.file() + ".part"));
		cache.keep();
		assertThat(cache.exists()).isTrue();
	}

	@Test
	void fileShouldBeAnotherForOtherFlagsAndForAnotherBuild() throws IOException {
		Path first = of("-XX:AOTCache=${aot-start}").file();
		assertThat(of("-XX:AOTCache=${aot-start}").file()).isEqualTo(first);
		assertThat(of("-XX:AOTCache=${aot-start}", "-Xmx1g").file()).isNotEqualTo(first);
		Files.writeString(this.jar, "second build");
		assertThat(of("-XX:AOTCache=${aot-start}").file()).isNotEqualTo(first);
	}

	private AotCache of(String... flags) {
		return Objects.requireNonNull(AotCache.of(service(flags), this.jar, Jdk.current()));
	}

	private static Service service(String... flags) {
		return new Service(App.WEBFLUX, Map.of(), null, Load.PUBLISHED, List.of(), false, List.of(flags), null);
	}

}
