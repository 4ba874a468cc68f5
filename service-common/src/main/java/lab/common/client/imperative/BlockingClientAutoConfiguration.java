package lab.common.client.imperative;

import java.util.List;

import lab.common.client.BackendProperties;
import lab.common.ledger.Ledger;
import org.apache.hc.client5.http.classic.HttpClient;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;

/**
 * A blocking client in a service on WebFlux, where Spring Boot sets none up: Apache's, as
 * in the services on Tomcat.
 */
@AutoConfiguration
@ConditionalOnClass({ HttpClient.class, ClientHttpRequestFactoryBuilder.class })
@ConditionalOnWebApplication(type = Type.REACTIVE)
@Import(ImperativeClientConfiguration.class)
class BlockingClientAutoConfiguration {

	@Bean
	LibraryInUse libraryInUse(
			ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> equalTerms,
			HttpClientSettings settings, List<HttpLibrary> libraries) {
		return LibraryInUse.of(equalTerms.customize(ClientHttpRequestFactoryBuilder.httpComponents()).build(settings),
				libraries);
	}

	@Bean
	RestClientHttpServiceGroupConfigurer blockingBackend(
			@Value("${spring.http.serviceclient.slow-backend.base-url}") String address, LibraryInUse library,
			BackendProperties backend, OpenCalls open, Ledger ledger) {
		return (groups) -> groups.forEachClient(
				(group, client) -> client.baseUrl(address).requestFactory(library.calls(open, ledger, backend)));
	}

}
