package lab.webflux;

import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;

/**
 * The app on WebFlux and Netty.
 */
@SpringBootApplication
@ImportHttpServices(group = "slow-backend", types = SlowBackend.class, clientType = ClientType.WEB_CLIENT)
@ImportHttpServices(group = "slow-backend-blocking", types = BlockingBackend.class, clientType = ClientType.REST_CLIENT)
public class WebFluxApplication {

	/**
	 * A scheduler as large as Reactor's shared one. Spring Boot reads actuator endpoints
	 * on the shared one, so blocking calls must not fill it.
	 */
	@Bean(destroyMethod = "dispose")
	Scheduler boundedElastic() {
		return Schedulers.newBoundedElastic(Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE,
				Schedulers.DEFAULT_BOUNDED_ELASTIC_QUEUESIZE, "blocking");
	}

	public static void main(String[] args) {
		SpringApplication.run(WebFluxApplication.class, args);
	}

}
