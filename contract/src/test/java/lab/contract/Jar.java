package lab.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts a built jar as a process of its own, which ends with the JVM of the tests at the
 * latest.
 */
final class Jar {

	private Jar() {
	}

	/**
	 * Starts a jar, and does not wait for it. Its JVM compiles lightly: seven of them
	 * start at once, and no test is about speed.
	 * @throws IllegalStateException if the jar has not been built
	 */
	static Program start(String module, List<String> arguments, Program.Listener listener) {
		return start(List.of(), module, arguments, listener);
	}

	/**
	 * Starts a jar that may not open more files than given.
	 * @throws IllegalStateException if the jar has not been built
	 */
	static Program startWithFiles(int files, String module, List<String> arguments, Program.Listener listener) {
		return start(List.of("sh", "-c", "ulimit -n " + files + " && exec \"$@\"", "sh"), module, arguments, listener);
	}

	private static Program start(List<String> by, String module, List<String> arguments, Program.Listener listener) {
		Path jar = Path.of("..", module, "target", module + ".jar");
		if (!Files.isRegularFile(jar)) {
			throw new IllegalStateException("no " + jar + ": build it first, with mvn package in the project's folder");
		}
		List<String> command = new ArrayList<>(by);
		command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m",
				"-XX:+ExitOnOutOfMemoryError", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", jar.toString()));
		command.addAll(arguments);
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
			Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
			// Reading a pipe holds a carrier: seven of them left none to any virtual
			// thread.
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
