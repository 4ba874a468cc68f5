package lab.r2dbc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;

/**
 * The app on WebFlux and Netty that queries PostgreSQL by R2DBC.
 */
@SpringBootApplication
@ImportHttpServices(group = "slow-backend", types = SlowBackend.class, clientType = ClientType.WEB_CLIENT)
public class R2dbcApplication {

	public static void main(String[] args) {
		SpringApplication.run(R2dbcApplication.class, args);
	}

}
