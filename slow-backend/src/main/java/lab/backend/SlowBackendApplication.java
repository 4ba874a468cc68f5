package lab.backend;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;

/**
 * The slow backend. It logs one line when it has started.
 */
@SpringBootApplication(proxyBeanMethods = false)
public class SlowBackendApplication {

	private static final Logger log = LoggerFactory.getLogger(SlowBackendApplication.class);

	private final Delays delays;

	private final Environment environment;

	SlowBackendApplication(Delays delays, Environment environment) {
		this.delays = delays;
		this.environment = environment;
	}

	/**
	 * Starts the backend.
	 * @param args arguments of Spring Boot, such as {@code --backend.latency="fixed
	 * 40ms"}
	 */
	public static void main(String[] args) {
		SpringApplication.run(SlowBackendApplication.class, args);
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
