package lab.common;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.wire.Endpoint;
import lab.wire.Limit;
import lab.wire.Terms;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.util.unit.DataSize;

/**
 * Collects the terms of the running app, and prints them when it is ready.
 */
public final class TermsReport {

	private static final Logger logger = LoggerFactory.getLogger(TermsReport.class);

	private static final String NO_LIMIT = "no limit";

	private final String application;

	private final List<Endpoint> endpoints;

	private final Limits limits;

	private final Server server;

	TermsReport(@Value("${spring.application.name}") String application, JsonMapper json, Limits limits, Server server)
			throws IOException {
		this.application = application;
		this.endpoints = endpoints(json);
		this.limits = limits;
		this.server = server;
	}

	private static List<Endpoint> endpoints(JsonMapper json) throws IOException {
		try (InputStream list = new ClassPathResource(Endpoint.FILE).getInputStream()) {
			return List.of(json.readValue(list, Endpoint[].class));
		}
	}

	/** The terms now; the server must have started. */
	public Terms read() {
		Map<Limit, @Nullable Integer> numbers = new LinkedHashMap<>();
		this.endpoints.stream()
			.flatMap((endpoint) -> endpoint.limits().stream())
			.distinct()
			.sorted()
			.forEach((limit) -> numbers.put(limit, this.limits.of(limit)));
		return new Terms(this.application, jvm(Runtime.getRuntime()), this.server.keepAlive().toString(),
				nameAndVersion(this.server.client().library()), numbers, this.endpoints);
	}

	private static Terms.JvmTerms jvm(Runtime runtime) {
		return new Terms.JvmTerms(System.getProperty("java.version"), runtime.availableProcessors(), Limits.carriers(),
				collector(ManagementFactory.getGarbageCollectorMXBeans().getFirst().getName()), runtime.maxMemory());
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
