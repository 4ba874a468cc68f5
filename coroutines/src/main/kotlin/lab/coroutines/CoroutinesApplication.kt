package lab.coroutines

import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.boot.runApplication
import org.springframework.web.service.registry.HttpServiceGroup.ClientType
import org.springframework.web.service.registry.ImportHttpServices

/**
 * The app on WebFlux and Netty whose handlers are suspending functions.
 */
@SpringBootApplication(proxyBeanMethods = false)
@ImportHttpServices(group = "slow-backend", types = [SlowBackend::class], clientType = ClientType.WEB_CLIENT)
class CoroutinesApplication

fun main(args: Array<String>) {
    runApplication<CoroutinesApplication>(*args)
}
