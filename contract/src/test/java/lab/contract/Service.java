package lab.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A built jar that runs as a process of its own, on ports that the system chose. It ends
 * with the JVM of the tests at the latest.
 */
final class Service {

	private static final Pattern PORTS = Pattern.compile(": port (\\d+), management (\\d+)");

	private final String module;

	private final Process process;

	private final List<String> log = new CopyOnWriteArrayList<>();

	/**
	 * The main port, then the management port, from the one line printed at the start.
	 */
	private final CompletableFuture<List<Integer>> ports = new CompletableFuture<>();

	private Service(String module, Process process) {
		this.module = module;
		this.process = process;
	}

	/**
	 * Starts a jar, and does not wait for it. Its JVM compiles lightly: seven of them
	 * start at once, and no test is about speed.
	 * @param module the module whose jar it is
	 * @param properties Spring properties such as {@code --backend.seed=1}
	 * @throws IllegalStateException if the jar has not been built
	 */
	static Service start(String module, String... properties) {
		Path jar = Path.of("..", module, "target", module + ".jar");
		if (!Files.isRegularFile(jar)) {
			throw new IllegalStateException("no " + jar + ": build it first, with mvn package in the project's folder");
		}
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m",
						"-XX:+ExitOnOutOfMemoryError", "-XX:TieredStopAtLevel=1", "-jar", jar.toString(),
						"--server.port=0", "--management.server.port=0"));
		command.addAll(List.of(properties));
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
			Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
			Service service = new Service(module, process);
			Thread.startVirtualThread(service::follow);
			return service;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("cannot start " + String.join(" ", command), ex);
		}
	}

	private void follow() {
		try (BufferedReader lines = this.process.inputReader()) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				this.log.add(line);
				Matcher ports = PORTS.matcher(line);
				if (ports.find()) {
					this.ports.complete(List.of(Integer.valueOf(ports.group(1)), Integer.valueOf(ports.group(2))));
				}
			}
		}
		catch (IOException ex) {
			this.log.add(ex.toString());
		}
		this.ports.completeExceptionally(new IllegalStateException(
				this.module + " ended before it had started:\n" + String.join("\n", this.log)));
	}

	/**
	 * Ends the service, where others will run after it.
	 */
	void stop() {
		this.process.destroyForcibly();
	}

	/**
	 * The port of the API; waits until the service has started.
	 */
	int port() {
		return ports().getFirst();
	}

	/**
	 * The port of management; waits until the service has started.
	 */
	int managementPort() {
		return ports().get(1);
	}

	private List<Integer> ports() {
		return this.ports.orTimeout(4, TimeUnit.MINUTES).join();
	}

	/**
	 * The lines that it has printed until now.
	 */
	List<String> log() {
		return List.copyOf(this.log);
	}

	Reply get(String path) {
		return Reply.get(port(), path);
	}

	Reply management(String path) {
		return Reply.get(managementPort(), path);
	}

	/**
	 * One counter of an app's ledger.
	 * @param counter its name, or where it is, such as {@code answers/ok}
	 */
	long ledger(String counter) {
		return management("/actuator/ledger").json().requiredAt("/" + counter).asLong();
	}

	/**
	 * How the app's circuit breaker stands.
	 */
	String breaker() {
		return management("/actuator/ledger").json().requiredAt("/guard/breaker").asString();
	}

}
