package lab.tomcat;

import java.util.concurrent.atomic.LongAdder;

import org.springframework.stereotype.Component;

/**
 * How many calls to the backend are under way: each holds a connection until its answer
 * is closed, whatever library makes it.
 */
@Component
class OpenCalls {

	private final LongAdder open = new LongAdder();

	void opened() {
		this.open.increment();
	}

	void closed() {
		this.open.decrement();
	}

	long now() {
		return this.open.sum();
	}

}
