package lab.common.netty;

import lab.common.ReactiveProblems;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.webflux.autoconfigure.WebHttpHandlerBuilderCustomizer;
import org.springframework.context.annotation.Import;

/**
 * What a service on Netty has besides.
 */
@AutoConfiguration
@ConditionalOnClass({ NettyReactiveWebServerFactory.class, WebHttpHandlerBuilderCustomizer.class })
@ConditionalOnWebApplication(type = Type.REACTIVE)
@Import({ LedgerDecorator.class, NettyServer.class, ReactiveProblems.class })
class NettyAutoConfiguration {

}
