package lab.harness.model.experiment;

import java.util.Locale;

/**
 * The shipped services with their default ports. Port 8084 is a second Tomcat's, in
 * containers.
 */
public enum App implements Application {

	TOMCAT_PLATFORM(8081, "platform", "platform threads"), TOMCAT_VIRTUAL(8082, "virtual", "virtual threads"),
	WEBFLUX(8083, "event-loop", "WebFlux"), JETTY(8085, "platform", "Jetty"),
	COROUTINES(8086, "event-loop", "coroutines"), R2DBC(8087, "event-loop", "R2DBC");

	/** The management port of a service minus the port of its API. */
	public static final int MANAGEMENT_OFFSET = 1000;

	private final int port;

	private final String threadKind;

	private final String model;

	App(int port, String threadKind, String model) {
		this.port = port;
		this.threadKind = threadKind;
		this.model = model;
	}

	@Override
	public int port() {
		return this.port;
	}

	public static int managementPort(int port) {
		return port + MANAGEMENT_OFFSET;
	}

	/**
	 * The kind of thread that serves: {@code platform}, {@code virtual} or
	 * {@code event-loop}.
	 */
	public String threadKind() {
		return this.threadKind;
	}

	/** The concurrency model, as a report names it. */
	public String model() {
		return this.model;
	}

	/** The name of the app in YAML, and of its folder and jar. */
	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
