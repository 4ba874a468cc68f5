package lab.webflux;

import lab.common.api.Answers.CallAnswer;
import lab.common.api.JsonController;
import lab.common.api.ThreadKind;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.reactive.config.BlockingExecutionConfigurer;
import org.springframework.web.reactive.config.WebFluxConfigurer;

/**
 * Virtual threads on Netty: WebFlux runs the methods of this controller, and of no other,
 * on a virtual thread each, so they may block.
 */
@JsonController
class VirtualThreadController {

	private final String name;

	private final BlockingBackend backend;

	VirtualThreadController(@Value("${spring.application.name}") String name, BlockingBackend backend) {
		this.name = name;
		this.backend = backend;
	}

	@GetMapping("/blocking/virtual-threads")
	CallAnswer callOnAVirtualThread() {
		long millis = this.backend.ask().millis();
		return new CallAnswer(this.name, ThreadKind.current(), millis);
	}

	@Configuration(proxyBeanMethods = false)
	static class Execution implements WebFluxConfigurer {

		@Override
		public void configureBlockingExecution(BlockingExecutionConfigurer execution) {
			execution.setExecutor(new VirtualThreadTaskExecutor("blocking-"))
				.setControllerMethodPredicate((method) -> method.getBeanType() == VirtualThreadController.class);
		}

	}

}
