package lab.common.management;

import org.eclipse.jetty.util.thread.QueuedThreadPool;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Serves the management port of a servlet container by platform threads, whatever serves
 * the main port. A carrier stays with the queue that it took its last virtual thread from
 * for as long as there is more in it, so while requests that only compute keep the main
 * port's queue filled, a virtual thread for management would never begin.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
class ManagementThreads {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(TomcatServletWebServerFactory.class)
	static class OfTomcat {

		@Bean
		WebServerFactoryCustomizer<TomcatServletWebServerFactory> platformThreadsForManagement() {
			// Without an executor given, Tomcat makes its usual pool.
			return (factory) -> factory.addProtocolHandlerCustomizers((handler) -> handler.setExecutor(null));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(JettyServletWebServerFactory.class)
	static class OfJetty {

		@Bean
		WebServerFactoryCustomizer<JettyServletWebServerFactory> platformThreadsForManagement() {
			return (factory) -> factory.setThreadPool(new QueuedThreadPool());
		}

	}

}
