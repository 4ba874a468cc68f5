package lab.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Starts a built jar as a process that ends with the JVM of the tests at the latest. The
 * jar is unpacked first, because reading nested jars takes a third of each start, and the
 * contract starts more than twenty services.
 */
final class Jar {

	private static final Map<String, Path> UNPACKED = new ConcurrentHashMap<>();

	private Jar() {
	}

	/**
	 * Starts a jar without waiting for its service. The JVM compiles lightly, because
	 * many start at once and no test measures speed.
	 * @throws IllegalStateException if the jar has not been built
	 */
	static Program start(String module, List<String> arguments, Program.Listener listener) {
		return start(List.of(), module, arguments, listener);
	}

	/**
	 * Starts a jar with a limit of open files.
	 * @throws IllegalStateException if the jar has not been built
	 */
	static Program startWithFiles(int files, String module, List<String> arguments, Program.Listener listener) {
		return start(List.of("sh", "-c", "ulimit -n " + files + " && exec \"$@\"", "sh"), module, arguments, listener);
	}

	private static Program start(List<String> by, String module, List<String> arguments, Program.Listener listener) {
		Path jar = UNPACKED.computeIfAbsent(module, Jar::unpack);
		List<String> command = new ArrayList<>(by);
		command.addAll(List.of(java(), "-Xmx512m", "-XX:+ExitOnOutOfMemoryError", "-XX:TieredStopAtLevel=1",
				"-XX:+UseSerialGC", "-jar", jar.toString()));
		command.addAll(arguments);
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
			Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
			// Reading a pipe pins a carrier: virtual threads here would leave no carrier
			// to the tests.
			Thread.ofPlatform().daemon().start(() -> follow(process, listener));
			return new Program() {

				@Override
				public void terminate() {
					process.destroy();
				}

				@Override
				public void stop() {
					process.destroyForcibly();
				}

			};
		}
		catch (IOException ex) {
			throw new UncheckedIOException("cannot start " + String.join(" ", command), ex);
		}
	}

	private static Path unpack(String module) {
		Path jar = Path.of("..", module, "target", module + ".jar");
		if (!Files.isRegularFile(jar)) {
			throw new IllegalStateException("no " + jar + ": build it first, with mvn package in the project's folder");
		}
		Path folder = Path.of("target", "unpacked", module);
		try {
			Process tools = new ProcessBuilder(java(), "-XX:TieredStopAtLevel=1", "-Djarmode=tools", "-jar",
					jar.toString(), "extract", "--force", "--destination", folder.toString())
				.redirectErrorStream(true)
				.start();
			String output = new String(tools.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			if (tools.waitFor() != 0) {
				throw new IllegalStateException("cannot unpack " + jar + ": " + output);
			}
			return folder.resolve(module + ".jar");
		}
		catch (IOException ex) {
			throw new UncheckedIOException("cannot unpack " + jar, ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("interrupted while unpacking " + jar, ex);
		}
	}

	private static String java() {
		return Path.of(System.getProperty("java.home"), "bin", "java").toString();
	}

	private static void follow(Process process, Program.Listener listener) {
		try (BufferedReader lines = process.inputReader()) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				listener.line(line);
			}
		}
		catch (IOException ex) {
			listener.line(ex.toString());
		}
		listener.end();
	}

}
