package lab.harness.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Service;
import lab.harness.run.process.ChildProcess;
import lab.harness.run.process.CpuAffinity;
import lab.harness.run.process.Jdk;
import lab.harness.run.process.JvmSpec;
import lab.wire.Endpoint;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Starts the JVMs of a run from the jars that Maven built.
 *
 * @param root the checkout, with the built jars
 * @param jdk the JDK that runs them, unless they need another
 */
public record Launcher(Path root, Jdk jdk) {

	/** Equal for every service, so that memory and its failure are equal terms. */
	private static final List<String> SERVICE_FLAGS = List.of("-Xmx512m", "-XX:+ExitOnOutOfMemoryError");

	/** JMeter's XML library uses a part of the JDK that 24 and later warn about. */
	private static final int UNSAFE_WARNS = 24;

	private static final String ENDPOINTS = "BOOT-INF/classes/" + Endpoint.FILE;

	public Launcher {
		// The JVMs start in other folders.
		root = root.toAbsolutePath();
	}

	/** Makes sure that a module is built and its JDK is there. */
	void require(String module, @Nullable Integer major) {
		jar(module);
		jdk(major);
	}

	/** Starts a JVM, and does not wait until it is ready. */
	ChildProcess start(JvmSpec spec, Path folder, Path log) {
		Jdk jdk = jdk(spec.jdk());
		Path jar = jar(spec.module());
		List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
		switch (spec.module()) {
			case JvmSpec.PROGRAMS -> {
				command.addAll(spec.flags());
				command.addAll(List.of("-cp", jar + File.pathSeparator + jar.resolveSibling("lib").resolve("*")));
			}
			case JvmSpec.JMETER -> {
				command.addAll(spec.flags());
				if (jdk.major() >= UNSAFE_WARNS) {
					command.add("--sun-misc-unsafe-memory-access=allow");
				}
				command.addAll(List.of("-jar", jar.toString()));
			}
			default -> {
				command.addAll(SERVICE_FLAGS);
				command.addAll(spec.flags());
				command.addAll(List.of("-jar", ExtractedJar.of(this.jdk, jar).toString()));
			}
		}
		command.addAll(spec.arguments());
		return CpuAffinity.start(spec.cpus(), spec.processors(), command,
				(limited) -> ChildProcess.start(spec.name(), limited, folder, log));
	}

	/**
	 * The endpoints of an app, as the list in its jar has them.
	 * @throws InvalidInputException if it is not built
	 */
	public List<Endpoint> endpoints(App app) {
		byte[] list = entry(app.toString(), ENDPOINTS);
		if (list == null) {
			throw new InvalidInputException(
					jar(app.toString()) + " has no " + ENDPOINTS + ": build it again (mvn package)");
		}
		try {
			return List.of(DataFile.mapper().readValue(list, Endpoint[].class));
		}
		catch (JacksonException ex) {
			throw new InvalidInputException(
					jar(app.toString()) + "!/" + ENDPOINTS + " cannot be read: " + DataFile.reason(ex), ex);
		}
	}

	/** The AOT cache that a shipped app asks for, or null for none. */
	@Nullable AotCache aotCache(App app, Service service) {
		return AotCache.of(service, jar(app.toString()), jdk(service.jdk()));
	}

	/** The content of an entry of a jar, or null if there is none. */
	byte @Nullable [] entry(String module, String name) {
		Path jar = jar(module);
		try (ZipFile zip = new ZipFile(jar.toFile())) {
			ZipEntry entry = zip.getEntry(name);
			return (entry != null) ? zip.getInputStream(entry).readAllBytes() : null;
		}
		catch (IOException ex) {
			throw new InvalidInputException(jar + " cannot be read: " + InvalidInputException.reason(ex), ex);
		}
	}

	/** The JDK and the libraries of a module that is built. */
	Installation installation(String module, @Nullable Integer major) {
		Jdk runs = jdk(major);
		Path jar = jar(module);
		Path lib = switch (module) {
			case JvmSpec.JMETER -> jar.resolveSibling("../lib").normalize();
			case JvmSpec.PROGRAMS -> jar.resolveSibling("lib");
			default -> ExtractedJar.of(this.jdk, jar).resolveSibling("lib");
		};
		return new Installation(module, runs.version(), runs.build(), filesBelow(lib));
	}

	/**
	 * Extracts the jars of all services, which the first run of each would do.
	 * @throws InvalidInputException if one is not built
	 */
	public void extractServices() {
		ExtractedJar.of(this.jdk, jar(JvmSpec.BACKEND));
		for (App app : App.values()) {
			ExtractedJar.of(this.jdk, jar(app.toString()));
		}
	}

	/** The modules that are not built, without which some experiment does not run. */
	public List<String> missing() {
		return Stream
			.concat(Stream.of(JvmSpec.BACKEND, JvmSpec.PROGRAMS, JvmSpec.JMETER),
					Stream.of(App.values()).map(App::toString))
			.filter((module) -> !Files.isRegularFile(path(module)))
			.toList();
	}

	Path jar(String module) {
		Path jar = path(module);
		if (!Files.isRegularFile(jar)) {
			throw new InvalidInputException(jar + " is missing: "
					+ (module.equals(JvmSpec.JMETER) ? "assemble JMeter" : "build it") + " first (mvn package)");
		}
		return jar;
	}

	private Path path(String module) {
		return this.root
			.resolve(module.equals(JvmSpec.JMETER) ? Path.of("jmeter/target/apache-jmeter/bin/ApacheJMeter.jar")
					: Path.of(module).resolve("target").resolve(module + ".jar"));
	}

	Jdk jdk(@Nullable Integer major) {
		return (major == null || major == this.jdk.major()) ? this.jdk : Jdk.find(major);
	}

	private static List<String> filesBelow(Path lib) {
		try (Stream<Path> files = Files.walk(lib, 2)) {
			return files.map((file) -> String.valueOf(file.getFileName())).sorted().toList();
		}
		catch (IOException ex) {
			return List.of();
		}
	}

	/**
	 * The JDK and the libraries of a module.
	 *
	 * @param jdk version of the JDK that runs it, such as {@code 25.0.3}
	 * @param build vendor and build of that JDK
	 * @param jars file names of its libraries
	 */
	record Installation(String module, String jdk, String build, List<String> jars) {
	}

}
