package lab.harness.run;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import lab.harness.model.App;
import lab.harness.model.InvalidInputException;
import lab.harness.model.OwnService;
import lab.harness.model.Placement;
import lab.harness.model.Request;
import lab.harness.model.RunFailedException;
import lab.harness.model.Service;
import lab.wire.BackendCounters;
import lab.wire.Endpoint;
import lab.wire.Limit;
import lab.wire.Terms;
import lab.wire.WaitsFor;
import org.jspecify.annotations.Nullable;

/**
 * Starts a service of the reader's own, or finds the one that runs, and learns what it
 * can of it: how many calls to the backend a request makes, and how many requests it
 * serves at once.
 *
 * @param port the port of its API
 */
record OwnSystem(Launcher launcher, Service service, OwnService own, int port) {

	static final Duration READY_LIMIT = Duration.ofSeconds(60);

	private static final Duration POLL = Duration.ofMillis(50);

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	/** A variable of a path that stands for a number of calls; see {@link Endpoint}. */
	private static final String SEVERAL_CALLS = "?calls={calls}";

	/** The value of Tomcat's meter on virtual threads, which have no limit. */
	private static final double NO_LIMIT = -1;

	/** Headers that the JDK's client sets itself. */
	private static final Set<String> OF_CLIENT = Set.of("host", "expect");

	private static final HttpClient CLIENT = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(2))
		.build();

	/**
	 * Makes sure that the service can be started, or that it runs.
	 * @throws InvalidInputException if not
	 */
	void require() {
		if (!this.own.started()) {
			if (Ports.isFree(this.port)) {
				throw new InvalidInputException(
						"service: nothing listens at " + this.own.url() + "; start the service first");
			}
			return;
		}
		Ports.requireFree(this.port, this.own.toString());
		Ports.requireFree(App.managementPort(this.port), this.own.toString());
		OwnJar jar = jar();
		if (jar != null) {
			this.launcher.jdk(this.service.jdk());
			if (!jar.springBoot() && !this.service.properties().isEmpty()) {
				throw new InvalidInputException(
						"properties: " + jar.path() + " is no jar of Spring Boot; pass 'arguments' instead");
			}
		}
	}

	/** The jar that is started, or null if something else runs. */
	@Nullable OwnJar jar() {
		return (this.own.jar() != null) ? OwnJar.read(this.own.jar()) : null;
	}

	/** Starts the service, or finds its process, and waits until it is ready. */
	RunningService start(Placement placement, Path folder, int backendPort) throws InterruptedException {
		if (!this.own.started() && !placement.app().isEmpty()) {
			throw new InvalidInputException(
					"cores: apart needs a service that the harness starts, and this one runs already; use cores: shared");
		}
		Path log = folder.resolve("app.log");
		ChildProcess process = this.own.started() ? ChildProcess.start(this.own.toString(),
				CpuAffinity.on(placement.app(), command(backendPort)), folder, log) : running(log);
		RunningService running = new RunningService(process, this.port,
				new Management(process.name(), App.managementPort(this.port)), 0);
		try {
			awaitReady(process);
			long millis = Math.max(1, Duration.between(process.startedAt(), Instant.now()).toMillis());
			return new RunningService(measured(process), this.port, running.management(),
					this.own.started() ? millis : 0);
		}
		catch (InterruptedException | RuntimeException ex) {
			running.close();
			throw ex;
		}
	}

	/**
	 * The process with the counters of the one that listens, which a script may have
	 * started.
	 */
	private ChildProcess measured(ChildProcess process) {
		long pid = Ports.listener(this.port).orElse(process.kernel().pid());
		return (pid == process.kernel().pid()) ? process : new ChildProcess(process.name(), process.command(),
				process.log(), process.process(), process.startedAt(), new Kernel(pid));
	}

	private ChildProcess running(Path log) {
		ProcessHandle handle = Ports.listener(this.port)
			.flatMap(ProcessHandle::of)
			.orElseThrow(() -> new InvalidInputException("service: the process that listens at " + this.own.url()
					+ " is not visible; run bench as the same user"));
		return new ChildProcess(this.own.toString(), List.of(this.own.url() + ", which ran already"), log,
				new RunningProcess(handle), Instant.now(), new Kernel(handle.pid()));
	}

	/** The command, with the values that the harness chose. */
	List<String> command(int backendPort) {
		List<String> command = new ArrayList<>();
		OwnJar jar = jar();
		if (jar == null) {
			command.addAll(this.own.command());
		}
		else {
			command.add(this.launcher.jdk(this.service.jdk()).java().toString());
			command.addAll(this.service.jvm());
			command.addAll(List.of("-jar", jar.path().toString()));
			Map<String, String> properties = new LinkedHashMap<>(jar.springBoot() ? given(jar) : Map.of());
			properties.putAll(this.service.properties());
			properties.forEach((key, value) -> {
				// An argument of the reader replaces the harness's own.
				if (this.own.arguments().stream().noneMatch((argument) -> argument.startsWith("--" + key + "="))) {
					command.add("--" + key + "=" + value);
				}
			});
		}
		command.addAll(this.own.arguments());
		return command.stream()
			.map((word) -> word.replace("${port}", String.valueOf(this.port))
				.replace("${management}", String.valueOf(App.managementPort(this.port)))
				.replace("${backend}", "http://127.0.0.1:" + backendPort))
			.toList();
	}

	/** The properties that every variant of a Spring Boot service gets. */
	private Map<String, String> given(OwnJar jar) {
		Map<String, String> given = new LinkedHashMap<>();
		given.put("server.port", "${port}");
		given.put("server.tomcat.mbeanregistry.enabled", "true");
		if (jar.hasActuator()) {
			given.put("management.server.port", "${management}");
			given.put("management.endpoints.web.exposure.include", "health,metrics");
		}
		return given;
	}

	private boolean managed() {
		OwnJar jar = jar();
		return jar != null && jar.hasActuator();
	}

	private void awaitReady(ChildProcess process) throws InterruptedException {
		String path = (this.own.ready() != null) ? this.own.ready() : managed() ? "/actuator/health" : "/";
		List<Integer> ports = managed() ? List.of(App.managementPort(this.port), this.port) : List.of(this.port);
		// Without a path to ask, any answer says that the service is there.
		int most = (this.own.ready() != null || managed()) ? 399 : 499;
		long end = System.nanoTime() + READY_LIMIT.toNanos();
		String seen = "no answer";
		while (System.nanoTime() < end) {
			if (!process.isAlive()) {
				throw process.unexpectedEnd();
			}
			for (int port : ports) {
				Integer status = status(port, path);
				if (status != null && status <= most) {
					return;
				}
				seen = (status != null) ? "last answer " + status : seen;
			}
			Thread.sleep(POLL);
		}
		throw new RunFailedException(process.name() + " was not ready within " + READY_LIMIT.toSeconds() + " s: GET "
				+ path + " had " + seen, process.lastLogLines(ChildProcess.LOG_TAIL));
	}

	private static @Nullable Integer status(int port, String path) throws InterruptedException {
		try {
			HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
				.timeout(Duration.ofSeconds(2))
				.build();
			return CLIENT.send(request, BodyHandlers.discarding()).statusCode();
		}
		catch (IOException ex) {
			return null;
		}
	}

	/**
	 * Sends the first request of each path, and describes the service by what followed.
	 * @param jvm its JVM, or null if it has none
	 * @param backend the backend behind it, or null
	 * @throws RunFailedException if it answers with an error
	 */
	Terms terms(@Nullable JvmMonitor jvm, @Nullable RunningService backend) throws InterruptedException {
		Map<Limit, @Nullable Integer> limits = limits();
		List<Endpoint> endpoints = new ArrayList<>();
		Request request = this.service.load().request();
		for (String path : request.path().weights().keySet()) {
			long before = received(backend);
			// The values of a table change from request to request, so none is typical.
			boolean sent = request.values() == null;
			if (sent) {
				sendFirst(request, path);
			}
			int calls = (int) (received(backend) - before);
			boolean waits = backend != null && (calls > 0 || !sent);
			endpoints.add(new Endpoint((waits && calls != 1) ? path.split("\\?", 2)[0] + SEVERAL_CALLS : path,
					waits ? WaitsFor.BACKEND : WaitsFor.NOTHING, List.copyOf(limits.keySet()), calls, false));
		}
		return new Terms(this.own.toString(), (jvm != null) ? jvm.terms() : Terms.NONE.jvm(), "", "", limits,
				endpoints);
	}

	private static long received(@Nullable RunningService backend) {
		return (backend != null)
				? Management.await(backend.management().read("counters", BackendCounters.class)).requests().received()
				: 0;
	}

	private void sendFirst(Request request, String path) throws InterruptedException {
		URI uri = URI.create("http://127.0.0.1:" + this.port + path);
		HttpRequest.Builder builder = HttpRequest.newBuilder(uri)
			.timeout(TIMEOUT)
			.method(request.method().name(), (request.body() != null)
					? BodyPublishers.ofString(request.body().content()) : BodyPublishers.noBody());
		request.headers().forEach((name, value) -> {
			if (!OF_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
				builder.header(name, value);
			}
		});
		String first = request.method() + " " + uri;
		try {
			int status = CLIENT.send(builder.build(), BodyHandlers.discarding()).statusCode();
			if (status >= 400) {
				throw new RunFailedException(
						"the first request failed: " + first + " answered " + status + "; check the path of the load");
			}
		}
		catch (IOException ex) {
			throw new RunFailedException("the first request failed: " + first + " got no answer: " + ex, ex);
		}
	}

	/**
	 * The threads that serve requests: as the file says, or as Tomcat's own meter. The
	 * limit is missing from the map if neither tells it.
	 */
	private Map<Limit, @Nullable Integer> limits() throws InterruptedException {
		Map<Limit, @Nullable Integer> limits = new HashMap<>();
		String slots = this.own.slots();
		if (slots != null) {
			limits.put(Limit.REQUEST_THREADS, slots.equals(OwnService.NO_LIMIT) ? null : Integer.valueOf(slots));
			return limits;
		}
		int port = managed() ? App.managementPort(this.port) : this.port;
		Integer status = status(port, "/actuator/metrics");
		if (status != null && status == 200) {
			Double threads = new Meters(URI.create("http://127.0.0.1:" + port + "/actuator"))
				.read("tomcat.threads.config.max", "VALUE");
			if (threads != null) {
				limits.put(Limit.REQUEST_THREADS, (threads <= NO_LIMIT) ? null : (Integer) threads.intValue());
			}
		}
		return limits;
	}

	/**
	 * The libraries in the jar with the JDK that runs them; empty for another command.
	 */
	Stream<Launcher.Installation> installation() {
		OwnJar jar = jar();
		if (jar == null) {
			return Stream.empty();
		}
		Jdk jdk = this.launcher.jdk(this.service.jdk());
		return Stream.of(new Launcher.Installation("service", jdk.version(), jdk.build(), jar.libraries()));
	}

}
