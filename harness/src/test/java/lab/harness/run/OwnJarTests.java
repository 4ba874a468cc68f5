package lab.harness.run;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

import lab.harness.model.InvalidInputException;
import lab.harness.run.OwnJar.Part;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class OwnJarTests {

	@TempDir
	private Path folder;

	@Test
	void readShouldFindTheLibrariesOfAWar() throws IOException {
		Path war = make("orders.war", "org.springframework.boot.loader.launch.WarLauncher", null, Map.of(),
				"WEB-INF/lib/spring-boot-actuator-3.5.7.jar", "WEB-INF/lib-provided/tomcat-embed-core-10.1.48.jar",
				"WEB-INF/classes/a.jar");
		OwnJar read = OwnJar.read(war.toString(), "service");
		assertThat(read.isSpringBoot()).isTrue();
		assertThat(read.has(Part.ACTUATOR)).isTrue();
		assertThat(read.libraries()).containsExactly("spring-boot-actuator-3.5.7.jar", "tomcat-embed-core-10.1.48.jar");
	}

	/** The layout of {@code java -Djarmode=tools -jar orders.jar extract}. */
	@Test
	void readWhenItsLibrariesLieBesideItShouldFindThem() throws IOException {
		Path jar = make("orders.jar", "orders.OrdersApplication", "4.1.2", Map.of("Class-Path",
				"lib/spring-boot-4.1.2.jar lib/spring-boot-actuator-4.1.2.jar lib/undertow-core-2.3.20.Final.jar"));
		OwnJar read = OwnJar.read(jar.toString(), "service");
		assertThat(read.isSpringBoot()).isTrue();
		assertThat(read.parts()).containsExactlyInAnyOrder(Part.SPRING_BOOT, Part.VIRTUAL_THREADS, Part.ACTUATOR,
				Part.UNDERTOW);
		assertThat(read.libraries()).contains("undertow-core-2.3.20.Final.jar").hasSize(3);
	}

	@Test
	void readWhenItHasTheClassesOfItsLibrariesShouldKnowThem() throws IOException {
		Path jar = make("orders.jar", "orders.OrdersApplication", null, Map.of(),
				"org/springframework/boot/SpringApplication.class",
				"org/springframework/boot/autoconfigure/thread/Threading.class",
				"org/springframework/boot/actuate/endpoint/annotation/Endpoint.class",
				"org/springframework/web/reactive/DispatcherHandler.class");
		OwnJar read = OwnJar.read(jar.toString(), "service");
		assertThat(read.isSpringBoot()).isTrue();
		assertThat(read.parts()).containsExactlyInAnyOrder(Part.SPRING_BOOT, Part.VIRTUAL_THREADS, Part.ACTUATOR,
				Part.WEBFLUX);
	}

	@Test
	void readWhenItIsNoSpringBootShouldSeeNone() throws IOException {
		Path jar = make("server.jar", "Server", null, Map.of("Class-Path", "lib/gson-2.13.jar"), "Server.class");
		OwnJar read = OwnJar.read(jar.toString(), "service");
		assertThat(read.isSpringBoot()).isFalse();
		assertThat(read.parts()).isEmpty();
	}

	@Test
	void readWhenItIsOfSpringBoot1ShouldRefuseIt() throws IOException {
		Path jar = make("orders.jar", "org.springframework.boot.loader.JarLauncher", "1.5.22.RELEASE", Map.of());
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> OwnJar.read(jar.toString(), "service"))
			.withMessage("service: " + jar + " is of Spring Boot 1.5.22.RELEASE; a jar needs Spring Boot 2 or newer, "
					+ "start any other service by 'command'");
		Path newer = make("newer.jar", "org.springframework.boot.loader.JarLauncher", "2.7.18", Map.of());
		assertThat(OwnJar.read(newer.toString(), "service").isSpringBoot()).isTrue();
	}

	private Path make(String name, String main, @Nullable String version, Map<String, String> attributes,
			String... entries) throws IOException {
		Path jar = this.folder.resolve(name);
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
		if (version != null) {
			manifest.getMainAttributes().putValue("Spring-Boot-Version", version);
		}
		attributes.forEach(manifest.getMainAttributes()::putValue);
		try (OutputStream out = Files.newOutputStream(jar); JarOutputStream zip = new JarOutputStream(out, manifest)) {
			for (String entry : entries) {
				zip.putNextEntry(new ZipEntry(entry));
				zip.closeEntry();
			}
		}
		return jar;
	}

}
