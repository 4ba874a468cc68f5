package lab.common.tomcat;

import lab.common.ServletProblems;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.context.annotation.Import;

/**
 * What a service on Tomcat has besides.
 */
@AutoConfiguration
@ConditionalOnClass(TomcatServletWebServerFactory.class)
@ConditionalOnWebApplication(type = Type.SERVLET)
@Import({ LedgerValve.class, ServletProblems.class, TomcatServer.class })
class TomcatAutoConfiguration {

}
