package lab.backend;

import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.stereotype.Component;

/**
 * The fault in force, one at a time.
 */
@Component
class Faults {

	private static final Active NONE = new Active(Fault.NONE, Sinks.empty());

	private final Listener listener;

	private volatile Active active = NONE;

	Faults(Listener listener) {
		this.listener = listener;
	}

	/**
	 * Ends the fault that was in force and begins this one. Returns when that is done:
	 * after an outage the port listens again.
	 * @throws IllegalStateException if the port is taken after an outage, which then goes
	 * on
	 */
	synchronized void begin(Fault fault) {
		Active before = this.active;
		if (before.kind() == FaultKind.OUTAGE && fault.kind() != FaultKind.OUTAGE) {
			this.listener.open();
		}
		this.active = new Active(fault, Sinks.empty());
		before.end.tryEmitEmpty();
		if (fault.kind() == FaultKind.OUTAGE && before.kind() != FaultKind.OUTAGE) {
			this.listener.close();
		}
	}

	Fault inForce() {
		return this.active.fault;
	}

	/**
	 * What happens to an arrival.
	 * @param draw the arrival's own numbers
	 * @return the fault in force if it hits this arrival, else one of kind NONE
	 */
	Active hitting(Draw draw) {
		Active now = this.active;
		return (draw.fault() < now.fault.share()) ? now : NONE;
	}

	/** A fault and its end. */
	record Active(Fault fault, Sinks.Empty<Void> end) {

		FaultKind kind() {
			return this.fault.kind();
		}

		/** Completes when the fault ends. */
		Mono<Void> ended() {
			return this.end.asMono();
		}

	}

}
