package lab.webflux;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;

/**
 * The app on WebFlux and Netty.
 */
@SpringBootApplication
@ImportHttpServices(group = "slow-backend", types = SlowBackend.class, clientType = ClientType.WEB_CLIENT)
@ImportHttpServices(group = "slow-backend-blocking", types = BlockingBackend.class, clientType = ClientType.REST_CLIENT)
public class WebFluxApplication {

	public static void main(String[] args) {
		SpringApplication.run(WebFluxApplication.class, args);
	}

}
