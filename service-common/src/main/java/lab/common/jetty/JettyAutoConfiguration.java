package lab.common.jetty;

import lab.common.ServletProblems;
import org.eclipse.jetty.server.ServerConnector;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * What a service on Jetty has besides.
 */
@AutoConfiguration
@ConditionalOnClass(JettyServletWebServerFactory.class)
@ConditionalOnWebApplication(type = Type.SERVLET)
@Import({ LedgerHandler.class, ServletProblems.class, JettyServer.class })
class JettyAutoConfiguration {

	/** Spring Boot has a property for it on Tomcat only. */
	@Bean
	WebServerFactoryCustomizer<JettyServletWebServerFactory> acceptQueue(@Value("${terms.accept-queue}") int length) {
		return (factory) -> factory.addServerCustomizers((server) -> {
			for (ServerConnector connector : server.getBeans(ServerConnector.class)) {
				connector.setAcceptQueueSize(length);
			}
		});
	}

}
