package lab.backend;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The slow backend.
 */
@SpringBootApplication
public class SlowBackendApplication {

	/**
	 * Starts the backend.
	 * @param args arguments of Spring Boot, such as {@code --backend.latency="fixed
	 * 40ms"}
	 */
	public static void main(String[] args) {
		SpringApplication.run(SlowBackendApplication.class, args);
	}

}
