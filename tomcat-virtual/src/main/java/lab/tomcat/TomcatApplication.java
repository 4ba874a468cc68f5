package lab.tomcat;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.service.registry.ImportHttpServices;

/**
 * The app on Tomcat. Whether its threads are platform or virtual threads is one property,
 * {@code spring.threads.virtual.enabled}.
 */
@SpringBootApplication
@ImportHttpServices(group = "slow-backend", types = SlowBackend.class)
public class TomcatApplication {

	public static void main(String[] args) {
		SpringApplication.run(TomcatApplication.class, args);
	}

}
