package lab.harness.run;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import lab.harness.model.InvalidInputException;
import lab.harness.run.process.Jdk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ExtractedJarTests {

	@TempDir
	private Path folder;

	@Test
	void ofWhenJarIsPlainShouldBeTheJarItself() throws Exception {
		Path jar = FakeProject.jar(this.folder.resolve("plain.jar"), ChildProgram.class);
		assertThat(ExtractedJar.of(Jdk.current(), jar)).isEqualTo(jar);
	}

	@Test
	void ofWhenJarIsSpringBootsShouldExtractEachBuildOnce() throws Exception {
		Path jar = bootJar("one");
		Path extracted = ExtractedJar.of(Jdk.current(), jar);
		assertThat(extracted).isEqualTo(this.folder.resolve("extracted/app.jar")).hasContent("extract");
		Files.writeString(extracted, "kept");
		assertThat(ExtractedJar.of(Jdk.current(), jar)).hasContent("kept");
		Path library = Files.writeString(this.folder.resolve("extracted/library-1.0.9.jar"), "");
		bootJar("two");
		assertThat(ExtractedJar.of(Jdk.current(), jar)).hasContent("extract");
		assertThat(library).doesNotExist();
	}

	@Test
	void ofWhenItCannotBeExtractedShouldSayWhichAndWhyInOneLine() throws Exception {
		Path jar = bootJar("fails");
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> ExtractedJar.of(Jdk.current(), jar))
			.withMessageStartingWith(jar + " cannot be extracted into " + this.folder.resolve("extracted"))
			.withMessageEndingWith("no space left");
		assertThat(this.folder.resolve("extracted")).doesNotExist();
	}

	/** A jar that looks like Spring Boot's, with a main class in place of its tools. */
	private Path bootJar(String content) throws IOException {
		Manifest manifest = new Manifest();
		Attributes attributes = manifest.getMainAttributes();
		attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
		attributes.put(Attributes.Name.MAIN_CLASS, Tools.class.getName());
		attributes.put(Attributes.Name.CLASS_PATH,
				Tools.class.getProtectionDomain().getCodeSource().getLocation().toString());
		Path jar = this.folder.resolve("app.jar");
		try (OutputStream out = Files.newOutputStream(jar);
				JarOutputStream entries = new JarOutputStream(out, manifest)) {
			entries.putNextEntry(new JarEntry("BOOT-INF/classes/"));
			entries.putNextEntry(new JarEntry("BOOT-INF/classes/" + content));
		}
		return jar;
	}

	/** Stands in for Spring Boot's tools: writes its first argument where it is told. */
	static final class Tools {

		private Tools() {
		}

		public static void main(String[] arguments) throws IOException {
			Path folder = Path.of(arguments[3]);
			if (!"tools".equals(System.getProperty("jarmode"))) {
				throw new IOException("no tools asked for");
			}
			try (JarFile jar = new JarFile(System.getProperty("java.class.path"))) {
				if (jar.getEntry("BOOT-INF/classes/fails") != null) {
					System.err.println("no space left");
					System.exit(1);
				}
			}
			Files.createDirectories(folder);
			Files.writeString(folder.resolve("app.jar"), arguments[0]);
		}

	}

}
