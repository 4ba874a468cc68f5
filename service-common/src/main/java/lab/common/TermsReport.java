package lab.common;

import java.lang.management.ManagementFactory;
import java.util.Objects;

import lab.common.client.BackendClient;
import lab.common.client.BackendProperties;
import lab.common.database.DatabaseProperties;
import lab.wire.Terms;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/**
 * Collects the terms of the running app, and prints them when it is ready.
 */
public final class TermsReport {

	private static final Logger logger = LoggerFactory.getLogger(TermsReport.class);

	private static final String NO_LIMIT = "no limit";

	private final String application;

	private final BackendProperties backend;

	private final DatabaseProperties database;

	private final Server server;

	public TermsReport(@Value("${spring.application.name}") String application, BackendProperties backend,
			DatabaseProperties database, Server server) {
		this.application = application;
		this.backend = backend;
		this.database = database;
		this.server = server;
	}

	/** The terms now; the server must have started. */
	public Terms read() {
		Runtime runtime = Runtime.getRuntime();
		BackendClient client = this.server.client();
		return new Terms(this.application, jvm(runtime),
				new Terms.ServerTerms(this.server.requestThreads(), this.server.eventLoops(),
						this.server.keepAlive().toString()),
				nameAndVersion(client.library()), client.limited() ? this.backend.maxConnections() : null,
				this.database.maxConnections());
	}

	private static Terms.JvmTerms jvm(Runtime runtime) {
		return new Terms.JvmTerms(System.getProperty("java.version"), runtime.availableProcessors(), carriers(runtime),
				collector(ManagementFactory.getGarbageCollectorMXBeans().getFirst().getName()), runtime.maxMemory());
	}

	/** As the JDK decides it: the JVM has a bean for it from Java 24 on only. */
	private static int carriers(Runtime runtime) {
		return Integer.getInteger("jdk.virtualThreadScheduler.parallelism", runtime.availableProcessors());
	}

	@EventListener
	void print(ApplicationReadyEvent event) {
		Environment ports = event.getApplicationContext().getEnvironment();
		logger.info("{}: port {}, management {}; {}", this.application, ports.getProperty("local.server.port"),
				ports.getProperty("local.management.port"), line(read()));
	}

	/** All terms but the name of the app, in one line for people. */
	static String line(Terms terms) {
		Terms.JvmTerms jvm = terms.jvm();
		Terms.ServerTerms server = terms.server();
		return ("JDK %s, %d cores, %s, heap %d MiB; request threads: %s; carriers: %d; event loops: %s; "
				+ "HTTP client: %s, connections: %s; keep-alive: %s")
			.formatted(jvm.jdk(), jvm.cores(), jvm.collector(), DataSize.ofBytes(jvm.heapMaxBytes()).toMegabytes(),
					Objects.requireNonNullElse(server.requestThreads(), NO_LIMIT), jvm.carriers(),
					Objects.requireNonNullElse(server.eventLoops(), "none"), terms.httpClient(),
					Objects.requireNonNullElse(terms.backendConnections(), NO_LIMIT), server.keepAlive());
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
