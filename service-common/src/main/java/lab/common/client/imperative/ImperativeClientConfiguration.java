package lab.common.client.imperative;

import lab.common.client.BackendClient;
import lab.common.ledger.Ledger;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;

/**
 * The blocking client, whatever server the app runs on.
 */
@Configuration(proxyBeanMethods = false)
@Import({ ApacheLibrary.class, JettyLibrary.class, JdkLibraries.class })
class ImperativeClientConfiguration {

	@Bean
	OpenCalls openCalls() {
		return new OpenCalls();
	}

	@Bean(BackendClient.IMPERATIVE)
	BackendClient imperativeBackendClient(LibraryInUse library, OpenCalls open) {
		return new ImperativeBackendClient(library.library(), open);
	}

	@Bean
	RestClientHttpServiceGroupConfigurer backendExceptions(LibraryInUse library, Ledger ledger) {
		return (groups) -> groups.forEachProxyFactory((group, factory) -> factory
			.exchangeAdapterDecorator((client) -> new BackendExchange(client, library.library().failures(), ledger)));
	}

}
