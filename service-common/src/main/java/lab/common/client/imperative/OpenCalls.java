package lab.common.client.imperative;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the calls under way: each holds a connection until its answer is closed. Ours,
 * because only one of the four libraries has a meter for it.
 */
final class OpenCalls {

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
