package lab.harness.run;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class OwnJarTests {

	@TempDir
	private Path folder;

	@Test
	void readShouldFindTheLibrariesOfAWar() throws IOException {
		Path war = this.folder.resolve("orders.war");
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		manifest.getMainAttributes()
			.put(Attributes.Name.MAIN_CLASS, "org.springframework.boot.loader.launch.WarLauncher");
		try (OutputStream out = Files.newOutputStream(war);
				JarOutputStream entries = new JarOutputStream(out, manifest)) {
			for (String entry : List.of("WEB-INF/lib/spring-boot-actuator-3.5.7.jar",
					"WEB-INF/lib-provided/tomcat-embed-core-10.1.48.jar", "WEB-INF/classes/a.jar")) {
				entries.putNextEntry(new ZipEntry(entry));
				entries.closeEntry();
			}
		}
		OwnJar read = OwnJar.read(war.toString(), "service");
		assertThat(read.springBoot()).isTrue();
		assertThat(read.hasActuator()).isTrue();
		assertThat(read.libraries()).containsExactly("spring-boot-actuator-3.5.7.jar", "tomcat-embed-core-10.1.48.jar");
	}

}
