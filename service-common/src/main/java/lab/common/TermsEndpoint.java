package lab.common;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import lab.common.client.BackendClient;
import lab.common.client.BackendProperties;
import lab.common.database.DatabaseProperties;
import lab.wire.Endpoint;
import lab.wire.Limit;
import lab.wire.Terms;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.thread.Threading;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.util.unit.DataSize;

/**
 * The terms of the running app on the management port, {@code GET /actuator/terms}, and
 * in the log when it is ready.
 */
@WebEndpoint(id = "terms")
public final class TermsEndpoint {

	private static final Logger logger = LoggerFactory.getLogger(TermsEndpoint.class);

	private static final String NO_LIMIT = "no limit";

	/** A monitor no longer pins a virtual thread from this version of Java on. */
	private static final int UNPINNED = 24;

	private final Environment environment;

	private final List<Endpoint> endpoints;

	private final BackendProperties backend;

	private final DatabaseProperties database;

	private final Guards guards;

	private final Server server;

	private final BackendClient client;

	TermsEndpoint(Environment environment, JsonMapper json, BackendProperties backend, DatabaseProperties database,
			Guards guards, Server server, Map<String, BackendClient> clients) throws IOException {
		this.environment = environment;
		byte[] list = new ClassPathResource(Endpoint.FILE).getContentAsByteArray();
		this.endpoints = List.of(json.readValue(list, Endpoint[].class));
		this.backend = backend;
		this.database = database;
		this.guards = guards;
		this.server = server;
		this.client = Objects.requireNonNull(clients.get(server.client()));
	}

	/** The terms now; the server must have started. */
	@ReadOperation
	public Terms read() {
		Map<Limit, @Nullable Integer> numbers = new LinkedHashMap<>();
		Stream
			.concat(Stream.of(Limit.SERVER_CONNECTIONS),
					this.endpoints.stream().flatMap((endpoint) -> endpoint.limits().stream()))
			.distinct()
			.sorted()
			.forEach((limit) -> numbers.put(limit, number(limit)));
		return new Terms(name(), jvm(Runtime.getRuntime()), this.server.keepAlive(),
				nameAndVersion(this.client.library()), numbers, this.endpoints);
	}

	private String name() {
		return this.environment.getRequiredProperty("spring.application.name");
	}

	/** The number that a limit stands for now, or null where it does not apply. */
	private @Nullable Integer number(Limit limit) {
		return switch (limit) {
			case SERVER_CONNECTIONS -> this.server.connections();
			case REQUEST_THREADS -> this.server.requestThreads();
			case EVENT_LOOPS -> this.server.eventLoops();
			case BOUNDED_ELASTIC -> Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE;
			case PINNED_CARRIERS ->
				(Threading.VIRTUAL.isActive(this.environment) && Runtime.version().feature() < UNPINNED)
						? (Integer) carriers() : null;
			case BACKEND_CONNECTIONS -> this.client.limited() ? (Integer) this.backend.maxConnections() : null;
			case DATABASE_CONNECTIONS -> this.database.maxConnections();
			case BULKHEAD -> this.guards.bulkhead().getMetrics().getMaxAllowedConcurrentCalls();
			case CONCURRENCY_LIMIT -> this.environment.getRequiredProperty("concurrency-limit", Integer.class);
		};
	}

	private static Terms.JvmTerms jvm(Runtime runtime) {
		return new Terms.JvmTerms(System.getProperty("java.version"), runtime.availableProcessors(), carriers(),
				collector(ManagementFactory.getGarbageCollectorMXBeans().getFirst().getName()), runtime.maxMemory());
	}

	/**
	 * The most virtual threads that the JVM runs at once, as the JDK decides it: the JVM
	 * has a bean for it from Java 24 on only.
	 */
	private static int carriers() {
		return Integer.getInteger("jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
	}

	@EventListener
	void print(ApplicationReadyEvent ready) {
		logger.info("{}: port {}, management {}; {}", name(), this.environment.getProperty("local.server.port"),
				this.environment.getProperty("local.management.port"), line(read()));
	}

	/** All terms but the name of the app, in one line for people. */
	static String line(Terms terms) {
		Terms.JvmTerms jvm = terms.jvm();
		Map<Limit, @Nullable Integer> limits = terms.limits();
		return ("JDK %s, %d cores, %s, heap %d MiB; request threads: %s; carriers: %d; event loops: %s; "
				+ "HTTP client: %s, connections: %s; keep-alive: %s")
			.formatted(jvm.jdk(), jvm.cores(), jvm.collector(), DataSize.ofBytes(jvm.heapMaxBytes()).toMegabytes(),
					Objects.requireNonNullElse(limits.get(Limit.REQUEST_THREADS), NO_LIMIT), jvm.carriers(),
					Objects.requireNonNullElse(limits.get(Limit.EVENT_LOOPS), "none"), terms.httpClient(),
					Objects.requireNonNullElse(limits.get(Limit.BACKEND_CONNECTIONS), NO_LIMIT), terms.keepAlive());
	}

	/**
	 * The collector's usual name from that of its first bean, such as
	 * {@code G1 Young Generation}, {@code ZGC Cycles}, {@code PS MarkSweep} or
	 * {@code Copy}.
	 */
	static String collector(String bean) {
		return switch (bean.split(" ")[0]) {
			case "G1" -> "G1";
			case "ZGC" -> "ZGC";
			case "Shenandoah" -> "Shenandoah";
			case "PS" -> "Parallel";
			case "Copy", "MarkSweepCompact" -> "Serial";
			default -> bean;
		};
	}

	/**
	 * The title and version in the manifest of a class's jar, or the name of the class if
	 * it has no title. The JDK's classes have no jar.
	 */
	static String nameAndVersion(Class<?> type) {
		if (type.getModule().isNamed()) {
			return type.getSimpleName() + " of JDK " + System.getProperty("java.version");
		}
		Package jar = type.getPackage();
		String title = (jar.getImplementationTitle() != null) ? jar.getImplementationTitle() : type.getName();
		return (jar.getImplementationVersion() != null) ? title + " " + jar.getImplementationVersion() : title;
	}

}
