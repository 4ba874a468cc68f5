package lab.common.client.imperative;

import java.util.List;

import lab.common.client.BackendProperties;
import lab.common.ledger.Ledger;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * The blocking client of a service on Tomcat: Spring Boot makes the request factory that
 * {@code spring.http.clients.imperative.factory} names.
 */
@AutoConfiguration(after = ImperativeHttpClientAutoConfiguration.class)
@ConditionalOnClass(RestClientCustomizer.class)
@ConditionalOnWebApplication(type = Type.SERVLET)
@Import(ImperativeClientConfiguration.class)
class ImperativeClientAutoConfiguration {

	@Bean
	LibraryInUse libraryInUse(ClientHttpRequestFactory factory, List<HttpLibrary> libraries) {
		return LibraryInUse.of(factory, libraries);
	}

	/**
	 * Makes the one request factory that the terms report names also the one in use.
	 */
	@Bean
	RestClientCustomizer oneRequestFactory(LibraryInUse library, BackendProperties backend, OpenCalls open,
			Ledger ledger) {
		return (client) -> client.requestFactory(library.calls(open, ledger, backend));
	}

}
