package lab.harness.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import lab.harness.experiment.Cores;
import lab.harness.experiment.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * Starts each JVM as a process of this machine, from the jars that Maven built.
 *
 * @param root the project's folder, with the built jars
 * @param jdk what to run them on
 */
public record ProcessLauncher(Path root, Jdk jdk) implements Launcher {

	/** The same for every service, so that memory and its failure are equal terms. */
	static final List<String> SERVICE_FLAGS = List.of("-Xmx512m", "-XX:+ExitOnOutOfMemoryError");

	/**
	 * JMeter's XML library uses a door of the JDK that 24 warns of and a later one shuts.
	 */
	private static final int UNSAFE_WARNS = 24;

	private static final String JMETER_JAR = "jmeter/target/apache-jmeter/bin/ApacheJMeter.jar";

	@Override
	public void require(String module, @Nullable Integer jdk) {
		jar(module);
		jdk(jdk);
	}

	@Override
	public Jvm start(Program program, Path folder, Path log) throws InterruptedException {
		Jdk jdk = jdk(program.jdk());
		Path jar = ExtractedJar.of(this.jdk, jar(program.module()));
		List<String> command = Placement.on(program.processors(),
				jdk.command(flags(program, jdk), jar, program.arguments()));
		return JavaProcess.start(program.name(), command, log);
	}

	private static List<String> flags(Program program, Jdk jdk) {
		if (!program.module().equals(Program.JMETER)) {
			return Stream.concat(SERVICE_FLAGS.stream(), program.flags().stream()).toList();
		}
		return Stream.concat(program.flags().stream(), jmeterFlags(jdk.major()).stream()).toList();
	}

	/** The flags that JMeter needs on a Java of that version. */
	static List<String> jmeterFlags(int major) {
		return (major >= UNSAFE_WARNS) ? List.of("--sun-misc-unsafe-memory-access=allow") : List.of();
	}

	@Override
	public String host(String module) {
		return "127.0.0.1";
	}

	@Override
	public Placement place(Cores cores) {
		return Placement.of(cores);
	}

	@Override
	public void moveHarness(Placement placement) throws InterruptedException {
		placement.moveHarness();
	}

	@Override
	public Installation installation(String module, @Nullable Integer jdk) {
		Jdk runs = jdk(jdk);
		Path jar = jar(module);
		return new Installation(module, runs.version(), runs.build(),
				module.equals(Program.JMETER) ? filesBeside(jar) : jarsWithin(jar));
	}

	@Override
	public @Nullable Engine engine() {
		return null;
	}

	@Override
	public void clear() {
		// A process leaves nothing behind.
	}

	/**
	 * The built jar of a module.
	 * @throws InvalidInputException when it is not built
	 */
	Path jar(String module) {
		boolean jmeter = module.equals(Program.JMETER);
		Path jar = this.root
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

	/** The libraries of JMeter, in {@code lib} beside {@code bin}. */
	private static List<String> filesBeside(Path jar) {
		Path lib = jar.resolveSibling("../lib").normalize();
		try (Stream<Path> files = Files.walk(lib, 2)) {
			return files.map((file) -> String.valueOf(file.getFileName())).sorted().toList();
		}
		catch (IOException ex) {
			return List.of();
		}
	}

}
