package lab.backend;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Logs one line when the backend has started.
 */
@Component
class StartLine {

	private static final Logger log = LoggerFactory.getLogger(StartLine.class);

	private final Delays delays;

	private final Environment environment;

	StartLine(Delays delays, Environment environment) {
		this.delays = delays;
		this.environment = environment;
	}

	@EventListener(ApplicationReadyEvent.class)
	void say() {
		Delays.Settings settings = this.delays.settings();
		log.info("slow-backend: port {}, management {}, latency {}, seed {}, JDK {}, {} cores",
				this.environment.getProperty("local.server.port"),
				this.environment.getProperty("local.management.port"), settings.latency(), settings.seed(),
				Runtime.version(), Runtime.getRuntime().availableProcessors());
	}

}
