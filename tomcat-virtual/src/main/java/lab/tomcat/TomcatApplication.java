package lab.tomcat;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;

/**
 * The app on Tomcat. Whether its threads are platform or virtual threads is one property,
 * {@code spring.threads.virtual.enabled}.
 */
@SpringBootApplication
@EnableResilientMethods
@ImportHttpServices(group = "slow-backend", types = SlowBackend.class)
@ImportHttpServices(group = "slow-backend-asynchronous", types = AsynchronousBackend.class,
		clientType = ClientType.WEB_CLIENT)
public class TomcatApplication {

	public static void main(String[] args) {
		SpringApplication.run(TomcatApplication.class, args);
	}

}
