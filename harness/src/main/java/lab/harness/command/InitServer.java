package lab.harness.command;

import lab.harness.run.OwnJar;
import lab.harness.run.OwnJar.Part;

/**
 * The server in a jar, as far as it decides how many requests are served at once.
 *
 * @param words the limit in words, without a full stop
 * @param question the question that the experiment answers, with a place for the name
 * @param variants the variants in YAML
 */
record InitServer(String words, String question, String variants) {

	private static final String QUESTION = "Should %s switch to virtual threads?";

	private static final String KNOWN_SLOTS = """
			variants: # %s
			  platform: { properties: { spring.threads.virtual.enabled: false } }
			  virtual: { properties: { spring.threads.virtual.enabled: true } }
			""";

	private static final String ASSUMED_SLOTS = """
			variants: # %s
			  platform:
			    properties: { spring.threads.virtual.enabled: false }
			    # service: { slots: %s } # assumed
			  virtual:
			    properties: { spring.threads.virtual.enabled: true }
			    # service: { slots: %s } # assumed
			""";

	private static final String WEBFLUX = """
			variants: # %s
			  webflux: { service: { slots: none } }
			  # virtual: { properties: { spring.threads.virtual.enabled: true }, service: { slots: none } }
			""";

	/** The server that Spring Boot starts, which prefers them in this order. */
	static InitServer of(OwnJar jar) {
		if (jar.has(Part.WEBFLUX) && !jar.has(Part.MVC)) {
			String words = "WebFlux has no request threads: spring.threads.virtual.enabled changes nothing "
					+ "but handlers that return neither Mono nor Flux";
			return new InitServer(words, "How many requests a second does %s serve?", WEBFLUX.formatted(words));
		}
		if (jar.has(Part.TOMCAT) && jar.has(Part.ACTUATOR)) {
			String words = "the limit of Tomcat's threads is read by Actuator, which the jar has";
			return new InitServer(words, QUESTION, KNOWN_SLOTS.formatted(words));
		}
		if (jar.has(Part.TOMCAT)) {
			return assumed("Tomcat has 200 threads by default; the jar lacks Actuator, which would tell", "200",
					"none");
		}
		if (jar.has(Part.JETTY)) {
			return assumed("Jetty serves 200 requests at once by default, on virtual threads too", "200", "200");
		}
		if (jar.has(Part.UNDERTOW)) {
			int threads = 8 * Math.max(2, Runtime.getRuntime().availableProcessors());
			return assumed("Undertow has 8 worker threads a core by default, here " + threads, String.valueOf(threads),
					"none");
		}
		return assumed("the jar has no server that bench knows, so the requests that it serves at once are not known",
				"N", "none");
	}

	private static InitServer assumed(String words, String platform, String virtual) {
		return new InitServer(words, QUESTION, ASSUMED_SLOTS.formatted(words, platform, virtual));
	}

}
