package lab.common.client.imperative;

import java.util.List;

import lab.common.client.BackendClient;
import lab.common.client.BackendProperties;
import lab.common.ledger.Ledger;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;

/**
 * The blocking client, whatever server the app runs on.
 */
@AutoConfiguration(after = ImperativeHttpClientAutoConfiguration.class)
@ConditionalOnClass(RestClientCustomizer.class)
@ConditionalOnWebApplication
@Import({ HttpLibraries.Apache.class, HttpLibraries.Jetty.class, HttpLibraries.Jdk.class })
class ImperativeClientAutoConfiguration {

	/**
	 * Spring Boot makes the request factory that
	 * {@code spring.http.clients.imperative.factory} names, but none in a reactive app:
	 * there it is Apache's.
	 */
	@Bean
	@ConditionalOnMissingBean
	ClientHttpRequestFactory requestFactory(
			ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> apache,
			HttpClientSettings settings) {
		return apache.customize(ClientHttpRequestFactoryBuilder.httpComponents()).build(settings);
	}

	@Bean(BackendClient.IMPERATIVE)
	BackendClient imperativeBackendClient(BackendRequestFactory calls) {
		return new BackendClient(calls.library().type(), calls.library().limited(), calls::open);
	}

	@Bean
	BackendRequestFactory backendRequestFactory(ClientHttpRequestFactory factory, List<HttpLibrary> libraries,
			BackendProperties backend) {
		HttpLibrary library = libraries.stream()
			.filter((candidate) -> candidate.factory().isInstance(factory))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException(
					"spring.http.clients.imperative.factory must be http-components, jetty, jdk or simple"));
		return new BackendRequestFactory(factory, library, (int) backend.maxAnswer().toBytes());
	}

	/** Gives every HTTP interface the request factory that the terms name. */
	@Bean
	RestClientHttpServiceGroupConfigurer imperativeBackend(BackendRequestFactory calls, Ledger ledger,
			@Value("${spring.http.serviceclient.slow-backend.base-url}") String address) {
		return (groups) -> {
			groups.forEachClient((group, client) -> client.baseUrl(address).requestFactory(calls));
			groups.forEachProxyFactory((group, proxies) -> proxies
				.exchangeAdapterDecorator((adapter) -> new BackendExchange(adapter, calls.library(), ledger)));
		};
	}

}
