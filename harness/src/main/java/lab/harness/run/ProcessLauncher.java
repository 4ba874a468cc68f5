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

import lab.harness.model.App;
import lab.harness.model.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * Starts each JVM as a process of this machine, from the jars that Maven built.
 *
 * @param root the checkout, with the built jars
 * @param jdk the JDK that runs them, unless they need another
 */
public record ProcessLauncher(Path root, Jdk jdk) implements Launcher {

	/** The same for every service, so that memory and its failure are equal terms. */
	private static final List<String> SERVICE_FLAGS = List.of("-Xmx512m", "-XX:+ExitOnOutOfMemoryError");

	/** JMeter's XML library uses a part of the JDK that 24 and later warn about. */
	private static final int UNSAFE_WARNS = 24;

	private static final String JMETER_JAR = "jmeter/target/apache-jmeter/bin/ApacheJMeter.jar";

	public ProcessLauncher {
		// The JVMs start in other folders.
		root = root.toAbsolutePath();
	}

	@Override
	public void require(String module, @Nullable Integer jdk) {
		jar(module);
		jdk(jdk);
	}

	@Override
	public Jvm start(JvmSpec spec, Path folder, Path log) throws InterruptedException {
		Jdk jdk = jdk(spec.jdk());
		List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
		command.addAll(flags(spec, jdk));
		Path jar = jar(spec.module());
		if (spec.module().equals(JvmSpec.PROGRAMS)) {
			command.addAll(List.of("-cp", jar + File.pathSeparator + jar.resolveSibling("lib").resolve("*")));
		}
		else {
			command.addAll(List.of("-jar", ExtractedJar.of(this.jdk, jar).toString()));
		}
		command.addAll(spec.arguments());
		return JavaProcess.start(spec.name(), CpuAffinity.on(spec.processors(), command), folder, log);
	}

	private static List<String> flags(JvmSpec spec, Jdk jdk) {
		return switch (spec.module()) {
			case JvmSpec.PROGRAMS -> spec.flags();
			case JvmSpec.JMETER -> Stream.concat(spec.flags().stream(), jmeterFlags(jdk.major()).stream()).toList();
			default -> Stream.concat(SERVICE_FLAGS.stream(), spec.flags().stream()).toList();
		};
	}

	/** The flags that JMeter needs on a Java of that version. */
	public static List<String> jmeterFlags(int major) {
		return (major >= UNSAFE_WARNS) ? List.of("--sun-misc-unsafe-memory-access=allow") : List.of();
	}

	@Override
	public Installation installation(String module, @Nullable Integer jdk) {
		Jdk runs = jdk(jdk);
		Path jar = jar(module);
		List<String> jars = switch (module) {
			case JvmSpec.JMETER -> filesBelow(jar.resolveSibling("../lib").normalize());
			case JvmSpec.PROGRAMS -> filesBelow(jar.resolveSibling("lib"));
			default -> jarsWithin(jar);
		};
		return new Installation(module, runs.version(), runs.build(), jars);
	}

	/**
	 * Takes the jars of all services apart, which the first run of each would do.
	 * @throws InvalidInputException if one is not built
	 */
	public void takeApart() {
		ExtractedJar.of(this.jdk, jar(JvmSpec.BACKEND));
		for (App app : App.values()) {
			ExtractedJar.of(this.jdk, jar(app.toString()));
		}
	}

	/**
	 * The built jar of a module.
	 * @throws InvalidInputException if it is not built
	 */
	Path jar(String module) {
		return jar(this.root, module);
	}

	/** The same in a checkout. */
	static Path jar(Path root, String module) {
		boolean jmeter = module.equals(JvmSpec.JMETER);
		Path jar = root
			.resolve(jmeter ? Path.of(JMETER_JAR) : Path.of(module).resolve("target").resolve(module + ".jar"));
		if (!Files.isRegularFile(jar)) {
			throw new InvalidInputException(
					jar + " is missing: " + (jmeter ? "assemble JMeter" : "build it") + " first (mvn package)");
		}
		return jar;
	}

	private Jdk jdk(@Nullable Integer major) {
		return (major == null || major == this.jdk.major()) ? this.jdk : Jdk.find(major);
	}

	private static List<String> jarsWithin(Path jar) {
		try (ZipFile zip = new ZipFile(jar.toFile())) {
			return zip.stream().map(ZipEntry::getName).filter((name) -> name.startsWith("BOOT-INF/lib/")).toList();
		}
		catch (IOException ex) {
			return List.of();
		}
	}

	private static List<String> filesBelow(Path lib) {
		try (Stream<Path> files = Files.walk(lib, 2)) {
			return files.map((file) -> String.valueOf(file.getFileName())).sorted().toList();
		}
		catch (IOException ex) {
			return List.of();
		}
	}

}
