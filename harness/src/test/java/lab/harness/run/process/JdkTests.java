package lab.harness.run.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import lab.harness.model.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class JdkTests {

	@TempDir
	private Path folder;

	@Test
	void currentShouldBeTheOneThatRunsThis() {
		assertThat(Jdk.current().major()).isEqualTo(Runtime.version().feature());
		assertThat(Jdk.current().java()).isExecutable();
	}

	@Test
	void atWhenReleaseNamesVersionShouldReadIt() throws IOException {
		Jdk jdk = Jdk.at(jdk("a", "JAVA_VERSION=\"25.0.3\""));
		assertThat(jdk.version()).isEqualTo("25.0.3");
		assertThat(jdk.major()).isEqualTo(25);
	}

	@Test
	void atWhenVersionIsEarlyAccessShouldReadItsMajor() throws IOException {
		assertThat(Jdk.at(jdk("a", "JAVA_VERSION=\"27-ea\"")).major()).isEqualTo(27);
	}

	@ParameterizedTest
	@ValueSource(strings = { "17.0.15", "1.8.0_402" })
	void atWhenTooOldShouldSayWhichAndWhatIsNeeded(String version) throws IOException {
		Path home = jdk("old", "JAVA_VERSION=\"" + version + "\"");
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> Jdk.at(home))
			.withMessage(home + " is Java " + version + "; Java 21 or newer is needed");
	}

	@Test
	void atWhenFolderHasNoJavaShouldSaySo() {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> Jdk.at(this.folder))
			.withMessage(this.folder + " is no JDK: it has no bin/java; name the folder above bin");
	}

	@Test
	void atWhenReleaseIsMissingShouldSaySo() throws IOException {
		Path home = jdk("a", "");
		Files.delete(home.resolve("release"));
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> Jdk.at(home))
			.withMessageContaining("its file release cannot be read");
	}

	@Test
	void atWhenReleaseNamesNoVersionShouldSaySo() throws IOException {
		Path home = jdk("a", "IMPLEMENTOR=\"nobody\"");
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> Jdk.at(home))
			.withMessageContaining("JAVA_VERSION");
	}

	@Test
	void findWhenThereShouldTakeTheFirstThatFits() throws IOException {
		List<Path> homes = List.of(this.folder.resolve("missing"), jdk("a", "JAVA_VERSION=\"25.0.3\""),
				jdk("b", "JAVA_VERSION=\"21.0.8\""), jdk("c", "JAVA_VERSION=\"21.0.9\""));
		assertThat(Jdk.find(21, homes).version()).isEqualTo("21.0.8");
	}

	@Test
	void findWhenNoneFitsShouldListThoseFoundInOneLine() throws IOException {
		Path home = jdk("a", "JAVA_VERSION=\"25.0.3\"");
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> Jdk.find(21, List.of(home)))
			.withMessageStartingWith("no JDK 21 found; found: 25.0.3 in " + home)
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("\n"));
	}

	private Path jdk(String name, String release) throws IOException {
		Path home = this.folder.resolve(name);
		Files.createDirectories(home.resolve("bin"));
		Files.createFile(home.resolve("bin/java"));
		Files.writeString(home.resolve("release"), release + "\n");
		return home;
	}

}
