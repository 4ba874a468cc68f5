package lab.harness.run;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import lab.harness.model.Durations;
import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.OwnService;
import lab.harness.model.experiment.Request;
import lab.harness.model.experiment.Service;
import lab.harness.model.result.Gauge;
import lab.harness.model.result.Knowledge;
import lab.harness.model.result.Known;
import lab.harness.model.result.Placement;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.Sample.ProcessSample;
import lab.harness.run.Launcher.Installation;
import lab.harness.run.process.ChildProcess;
import lab.harness.run.process.CpuAffinity;
import lab.harness.run.process.Jdk;
import lab.harness.run.process.JvmMonitor;
import lab.harness.run.process.Kernel;
import lab.harness.run.process.Ports;
import lab.wire.AppLedger;
import lab.wire.BackendCounters;
import lab.wire.Endpoint;
import lab.wire.Limit;
import lab.wire.Terms;
import lab.wire.WaitsFor;
import org.jspecify.annotations.Nullable;

/**
 * A service of the reader's own. The first request to each path shows how many calls to
 * the backend it makes, the meters of an Actuator how many requests it serves at once.
 *
 * @param port the port of its API
 * @param jar the jar that is started, or null if something else runs
 */
record OwnSystem(Launcher launcher, Service service, OwnService own, int backendPort, int port,
		@Nullable OwnJar jar) implements TestedSystem {

	/** A variable of a path that stands for a number of calls; see {@link Endpoint}. */
	private static final String SEVERAL_CALLS = "?calls={calls}";

	/** The meters of the most request threads, one for each server that has it. */
	private static final List<String> THREADS = List.of("tomcat.threads.config.max", "jetty.threads.config.max");

	/** Health that is down. */
	private static final int UNAVAILABLE = 503;

	/** The answer of Tomcat to plain HTTP where it expects TLS. */
	private static final int BAD_REQUEST = 400;

	/** It forwards to a container, whose process has other counters. */
	private static final String FORWARDER = "docker-proxy";

	/** Requests a second of a gentle load, which make code hot in half a minute. */
	private static final int GENTLE_RATE = 500;

	private static final HttpClient CLIENT = Management.client(Duration.ofSeconds(2));

	static OwnSystem of(Launcher launcher, Service service, OwnService own, int backendPort, int port) {
		return new OwnSystem(launcher, service, own, backendPort, port,
				(own.jar() != null) ? OwnJar.read(own.jar(), "service") : null);
	}

	@Override
	public void requireStartableApp() {
		if (!this.own.isStarted()) {
			if (!Ports.isOpen(address())) {
				throw new InvalidInputException(
						"service: nothing listens at " + this.own.url() + "; start the service first");
			}
			return;
		}
		if (this.jar != null) {
			requireStartableJar(this.jar);
		}
		this.launcher.jdk(this.service.jdk());
		List<Integer> ofBackend = List.of(Ports.BACKEND, App.managementPort(Ports.BACKEND));
		if (this.service.backend() != null && Stream.of(this.port, managementPort()).anyMatch(ofBackend::contains)) {
			throw new InvalidInputException(
					"arguments: --server.port=" + this.port + ", or the port 1000 above it, is one "
							+ "of the slow backend, 8000 and 9000; write another, or leave it out");
		}
		Ports.requireFree(this.port, this.own.toString());
		if (isManaged()) {
			Ports.requireFree(managementPort(), this.own.toString());
		}
	}

	private void requireStartableJar(OwnJar jar) {
		if (jar.isSpringBoot()) {
			requireGivenPort("server.port", OwnService.PORT_WORD, this.port);
			requireGivenPort("management.server.port", OwnService.MANAGEMENT_WORD, managementPort());
		}
		else if (!this.service.properties().isEmpty()) {
			throw new InvalidInputException(
					"properties: " + jar.path() + " is no jar of Spring Boot; pass 'arguments' instead");
		}
		else if (!names(OwnService.PORT_WORD)) {
			throw new InvalidInputException("arguments: " + jar.path()
					+ " is no jar of Spring Boot; write ${port} where it takes its port, which the harness chooses");
		}
	}

	/**
	 * Makes sure that a property of Spring Boot has the port that the harness uses, if
	 * the file sets it.
	 */
	private void requireGivenPort(String property, String word, int port) {
		String option = "--" + property;
		String instead = "the harness chooses the port; leave out %s, or write %s";
		if (this.own.arguments()
			.stream()
			.anyMatch((argument) -> argument.startsWith(option + "=") && !argument.contains(word)
					&& !argument.equals(option + "=" + port))) {
			throw new InvalidInputException("arguments: " + instead.formatted(option, option + "=" + word));
		}
		if (!this.service.properties().getOrDefault(property, word).contains(word)) {
			throw new InvalidInputException("properties: " + instead.formatted(property, property + ": " + word));
		}
	}

	/** Whether a word that the harness replaces is in the command of the service. */
	private boolean names(String word) {
		Stream<String> settings = Stream.concat(this.service.jvm().stream(),
				this.service.properties().values().stream());
		return this.own.names(word) || settings.anyMatch((text) -> text.contains(word));
	}

	private InetSocketAddress address() {
		return new InetSocketAddress(this.own.host(), this.port);
	}

	private int managementPort() {
		return App.managementPort(this.port);
	}

	private String base(int port) {
		return this.own.scheme() + "://" + this.own.host() + ":" + port;
	}

	/**
	 * The login of all requests, those to Actuator too: that of the URL, or the header of
	 * the load.
	 */
	private @Nullable String authorization() {
		return (this.own.authorization() != null) ? this.own.authorization()
				: this.service.load()
					.request()
					.headers()
					.entrySet()
					.stream()
					.filter((header) -> header.getKey().equalsIgnoreCase(FirstRequests.AUTHORIZATION)
							&& !header.getValue().contains("${"))
					.map(Map.Entry::getValue)
					.findFirst()
					.orElse(null);
	}

	/** Whether it is a jar of Spring Boot with Actuator. */
	private boolean hasActuator() {
		return this.jar != null && this.jar.has(OwnJar.Part.ACTUATOR);
	}

	/** Whether the harness gives it a management port. */
	private boolean isManaged() {
		return hasActuator() || names(OwnService.MANAGEMENT_WORD);
	}

	@Override
	public RunningSystem startApp(Placement placement, Path folder, @Nullable RunningService backend)
			throws InterruptedException {
		if (backend != null) {
			// A service may call it while it starts.
			backend.awaitReady();
		}
		RunningService app = startService(placement, folder);
		JvmMonitor jvm = JvmMonitor.attach(app.process().kernel().pid());
		try {
			return learn(app, jvm, backend);
		}
		catch (InterruptedException | RuntimeException ex) {
			app.close();
			if (jvm != null) {
				jvm.close();
			}
			throw ex;
		}
	}

	/** Starts the service, or finds its process, and waits until it is ready. */
	private RunningService startService(Placement placement, Path folder) throws InterruptedException {
		if (!this.own.isStarted() && !placement.app().isEmpty()) {
			throw new InvalidInputException(
					"cores: apart needs a service that the harness starts, and this one runs already; use cores: shared");
		}
		Path log = folder.resolve("app.log");
		Path home = (this.own.folder() != null) ? Path.of(this.own.folder()) : folder;
		ChildProcess process = this.own.isStarted() ? CpuAffinity.start(this.service.limit(), placement.app(),
				command(), (limited) -> ChildProcess.startOwn(this.own.toString(), limited, home, log)) : running(log);
		Management management = new Management(process.name(), managementPort());
		RunningService.awaitReady(process, this.own.readyWithin(), readiness());
		return new RunningService(this.own.isStarted() ? serving(process) : process, this.port, management);
	}

	/**
	 * The process with the counters of the one that listens, which a script may have
	 * started.
	 */
	private ChildProcess serving(ChildProcess process) {
		long listener = Ports.listener(address()).orElse(Kernel.UNSEEN);
		boolean child = process.descendants().stream().anyMatch((descendant) -> descendant.pid() == listener);
		return child ? new ChildProcess(process.name(), process.command(), process.log(), process.process(),
				process.startedAt(), new Kernel(listener)) : process;
	}

	/** The process that listens at the URL, as far as it is visible from here. */
	private ChildProcess running(Path log) {
		Optional<ProcessHandle> handle = (Ports.isHere(address()) ? Ports.listener(address()) : Optional.<Long>empty())
			.flatMap(ProcessHandle::of)
			.filter((process) -> process.info().command().filter((path) -> path.endsWith(FORWARDER)).isEmpty());
		String words = this.own.url() + ", which ran already"
				+ (handle.isPresent() ? "" : "; its process is not visible from here");
		return new ChildProcess(this.own.toString(), List.of(words), log, null, Instant.now(),
				new Kernel(handle.map(ProcessHandle::pid).orElse(Kernel.UNSEEN)));
	}

	/** The command, with the values that the harness chose. */
	List<String> command() {
		List<String> command = new ArrayList<>();
		OwnJar jar = this.jar;
		if (jar == null) {
			command.addAll(this.own.command());
		}
		else {
			command.add(this.launcher.jdk(this.service.jdk()).java().toString());
			command.addAll(this.service.jvm());
			command.addAll(List.of("-jar", jar.path().toString()));
			Map<String, String> properties = new LinkedHashMap<>(
					jar.isSpringBoot() ? OwnService.properties(hasActuator()) : Map.of());
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
			.map((word) -> word.replace(OwnService.PORT_WORD, String.valueOf(this.port))
				.replace(OwnService.MANAGEMENT_WORD, String.valueOf(managementPort()))
				.replace(OwnService.BACKEND_WORD, "http://127.0.0.1:" + this.backendPort)
				.replace(OwnService.JAVA_WORD, this.launcher.jdk(this.service.jdk()).java().toString()))
			.toList();
	}

	private RunningService.Readiness readiness() {
		String path = (this.own.ready() != null) ? this.own.ready() : hasActuator() ? "/actuator/health" : "/";
		List<Integer> ports = !isManaged() ? List.of(this.port)
				: (this.own.ready() != null) ? List.of(managementPort(), this.port) : List.of(managementPort());
		AtomicReference<String> seen = new AtomicReference<>("had no answer");
		return () -> {
			for (int port : ports) {
				Integer status = status(base(port) + path);
				if (this.own.isStarted() && (status == null || status == BAD_REQUEST)) {
					requirePlainHttp(port);
				}
				if (status != null && isReady(status)) {
					return null;
				}
				seen.set((status != null) ? "answered " + status + " last" : seen.get());
			}
			return "within " + Durations.format(this.own.readyWithin()) + " (ready-within): GET " + path + " " + seen;
		};
	}

	/** Without a path to ask, any answer shows that it is there, unless it is down. */
	private boolean isReady(int status) {
		return (this.own.ready() != null) ? status < 400 : status != UNAVAILABLE;
	}

	/** The harness does not know which of the services that it starts use TLS. */
	private void requirePlainHttp(int port) {
		if (AnyCertificate.isAcceptedAt(new InetSocketAddress(this.own.host(), port))) {
			throw new InvalidInputException("the service answers by HTTPS alone; "
					+ ((this.jar != null && this.jar.isSpringBoot())
							? "add --server.ssl.enabled=false to 'arguments', or " : "")
					+ "start it yourself and write url: https://" + this.own.host() + ":PORT in its place");
		}
	}

	private @Nullable Integer status(String url) throws InterruptedException {
		try {
			HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(2));
			String authorization = authorization();
			if (authorization != null) {
				request.header(FirstRequests.AUTHORIZATION, authorization);
			}
			return CLIENT.send(request.build(), BodyHandlers.discarding()).statusCode();
		}
		catch (IOException ex) {
			return null;
		}
	}

	/**
	 * Learns what it can of the service, which includes a first request to each path.
	 * @param jvm its JVM, or null if it has none
	 * @throws RunFailedException if it refuses a request
	 * @throws InvalidInputException if something else than Actuator answers in its place
	 */
	private RunningSystem learn(RunningService app, @Nullable JvmMonitor jvm, @Nullable RunningService backend)
			throws InterruptedException {
		Known<Meters> actuator = meters();
		Meters meters = actuator.orNull();
		Map<Limit, @Nullable Integer> limits = limits(meters);
		List<Limit> ofRequests = limits.containsKey(Limit.REQUEST_THREADS) ? List.of(Limit.REQUEST_THREADS) : List.of();
		List<Endpoint> endpoints = new ArrayList<>();
		Request request = this.service.load().request();
		FirstRequests first = new FirstRequests(request, base(this.port), authorization());
		for (String path : request.path().weights().keySet()) {
			long before = received(backend);
			first.ask(path);
			int calls = (int) (received(backend) - before);
			endpoints.add(new Endpoint((calls > 1) ? path.split("\\?", 2)[0] + SEVERAL_CALLS : path,
					(calls > 0) ? WaitsFor.BACKEND : WaitsFor.NOTHING, ofRequests, calls, false));
		}
		Request warmUp = this.service.load().whileWarmingUp(1).request();
		for (String path : warmUp.path().weights().keySet()) {
			if (!request.path().weights().containsKey(path)) {
				first.ask(path);
			}
		}
		Terms terms = new Terms(this.own.toString(), (jvm != null) ? jvm.terms() : Terms.NONE.jvm(), "", "", limits,
				endpoints);
		Kernel kernel = app.process().kernel();
		// The system may hide the figures of another user's process.
		boolean visible = kernel.process().filter((sample) -> sample.rssBytes() > 0).isPresent();
		return new RunningSystem(app, backend, new OwnCounters(jvm, (meters != null) ? new Gauges(meters) : null),
				Knowledge.of(this.service, terms, null, (jvm != null) ? terms.jvm().jdk() : null,
						visible ? (Long) kernel.pid() : null, actuator.whyMissing()),
				(backend != null) ? RunningSystem.FEW_USERS : fewUsers(first, kernel));
	}

	/** The users who send a gentle load by Little's law, where requests may wait. */
	private int fewUsers(FirstRequests requests, Kernel kernel) throws InterruptedException {
		Duration wait = (this.own.meanWait() != null) ? this.own.meanWait()
				: requests.meanWait(this.service.load().whileWarmingUp(1).request().path().first(),
						() -> kernel.process().map(ProcessSample::cpuMillisWithoutCompilers).orElse(0L));
		return (int) Math.max(RunningSystem.FEW_USERS,
				Math.min(this.service.load().users(), GENTLE_RATE * wait.toMillis() / 1000));
	}

	private static long received(@Nullable RunningService backend) {
		return (backend != null) ? Management.ask(() -> backend.management().read("counters", BackendCounters.class))
			.requests()
			.received() : 0;
	}

	/** Its Actuator, or why its meters cannot be read. */
	private Known<Meters> meters() throws InterruptedException {
		Known<Meters> meters = new Known.Missing<>("");
		for (String path : this.own.actuators()) {
			meters = meters(base(isManaged() ? managementPort() : this.port) + path);
			if (meters.orNull() != null) {
				return meters;
			}
		}
		return meters;
	}

	private Known<Meters> meters(String actuator) throws InterruptedException {
		Integer status = status(actuator + "/metrics");
		String answered = " (GET " + actuator + "/metrics "
				+ ((status != null) ? "answered " + status : "had no answer") + ")";
		if (status != null && (FirstRequests.LOGIN.contains(status) || status / 100 == 3)) {
			return new Known.Missing<>("its Actuator wants a login" + answered);
		}
		if (status == null || status == FirstRequests.NOT_FOUND) {
			return new Known.Missing<>("no Actuator shows its meters" + answered);
		}
		Meters meters = new Meters(URI.create(actuator), authorization());
		try {
			meters.requireActuator();
			return new Known.Value<>(meters);
		}
		catch (InvalidInputException ex) {
			// Where the file or the jar says that there is one, this is a mistake.
			if (hasActuator() || this.own.hasActuator()) {
				throw ex;
			}
			return new Known.Missing<>("no Actuator shows its meters" + answered);
		}
	}

	/**
	 * The requests that it serves at once, as the file says or as the meter of its
	 * server, and the size of its database pool. A limit that nobody tells is missing.
	 */
	private Map<Limit, @Nullable Integer> limits(@Nullable Meters meters) {
		Map<Limit, @Nullable Integer> limits = new LinkedHashMap<>();
		if (meters != null) {
			THREADS.forEach((meter) -> put(limits, Limit.REQUEST_THREADS, meters.read(meter, "VALUE")));
			put(limits, Limit.DATABASE_CONNECTIONS, meters.read("hikaricp.connections.max", "VALUE"));
		}
		String slots = this.own.slots();
		if (slots != null) {
			limits.put(Limit.REQUEST_THREADS, slots.equals(OwnService.NO_LIMIT) ? null : Integer.valueOf(slots));
		}
		return limits;
	}

	/** A meter below zero means no limit, as Tomcat's does on virtual threads. */
	private static void put(Map<Limit, @Nullable Integer> limits, Limit limit, @Nullable Double meter) {
		if (meter != null) {
			limits.put(limit, (meter < 0) ? null : (Integer) meter.intValue());
		}
	}

	@Override
	public Stream<Installation> appInstallation() {
		Jdk jdk = this.launcher.jdk(this.service.jdk());
		return (this.jar == null) ? Stream.empty()
				: Stream.of(new Installation("service", jdk.version(), jdk.build(), this.jar.libraries()));
	}

	/**
	 * The counters of a service that has no ledger.
	 *
	 * @param jvm its JVM, or null if it runs in none
	 * @param meters the meters of its Actuator, or null if it has none
	 */
	private record OwnCounters(@Nullable JvmMonitor jvm, @Nullable Gauges meters) implements RunningSystem.Counters {

		/** A ledger with the counters of the JVM alone. */
		@Override
		public CompletableFuture<AppLedger> ledger() {
			return (this.jvm == null) ? CompletableFuture.completedFuture(AppLedger.NONE) : this.jvm.read()
				.thenApply(
						(counters) -> new AppLedger(AppLedger.NONE.requests(), AppLedger.NONE.calls(), null, counters));
		}

		@Override
		public Map<Gauge, Double> gauges() {
			return (this.meters != null) ? this.meters.next() : Map.of();
		}

		@Override
		public void close() {
			if (this.jvm != null) {
				this.jvm.close();
			}
		}

	}

}
