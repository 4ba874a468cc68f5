package lab.common.tomcat;

import lab.common.BackendProblems;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Configures the Tomcat of each port.
 */
final class TomcatConfiguration {

	@AutoConfiguration
	@ConditionalOnClass(TomcatServletWebServerFactory.class)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@Import({ BackendProblems.Servlet.class, LedgerValve.class, TomcatServer.class })
	static class MainPort {

	}

	/**
	 * Serves the management port by platform threads, whatever serves the main port. A
	 * carrier runs the virtual threads of its own queue first. While requests that
	 * compute keep that queue filled, a virtual thread for management would never run.
	 */
	@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
	@ConditionalOnClass(TomcatServletWebServerFactory.class)
	static class ManagementPort {

		@Bean
		WebServerFactoryCustomizer<TomcatServletWebServerFactory> platformThreadsForManagement() {
			// without an executor Tomcat makes its usual pool
			return (factory) -> factory.addProtocolHandlerCustomizers((handler) -> handler.setExecutor(null));
		}

	}

}
