package lab.tomcat;

import java.util.concurrent.Executor;

import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the whole app. What must be alike in all three apps is in the module
 * {@code contract}.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "management.server.port=0")
@Import(TomcatApplicationTests.ManagementServer.class)
class TomcatApplicationTests {

	@Autowired
	ApplicationContext context;

	/**
	 * A virtual thread for management never begins while requests that compute keep the
	 * carriers.
	 */
	@Test
	void managementShouldBeServedByPlatformThreads(@Autowired ManagementServer management) {
		assertThat(management.executor).isInstanceOf(ThreadPoolExecutor.class);
	}

	/** An aspect for the guards would put a proxy in the way of {@code /} too. */
	@ParameterizedTest
	@ValueSource(classes = { CallController.class, GuardedController.class, FanOutController.class })
	void nothingOnTheWayShouldBeAProxy(Class<?> type) {
		assertThat(this.context.getBean(type)).isExactlyInstanceOf(type);
	}

	/** Remembers what the management port's own server runs requests on. */
	static class ManagementServer implements ApplicationListener<WebServerInitializedEvent> {

		private @Nullable Executor executor;

		@Override
		public void onApplicationEvent(WebServerInitializedEvent event) {
			if ("management".equals(event.getApplicationContext().getServerNamespace())
					&& event.getWebServer() instanceof TomcatWebServer server) {
				this.executor = server.getTomcat().getConnector().getProtocolHandler().getExecutor();
			}
		}

	}

}
