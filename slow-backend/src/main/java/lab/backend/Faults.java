package lab.backend;

import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.stereotype.Component;

/**
 * Holds the active fault; there is one at a time.
 */
@Component
class Faults {

	private static final Active NONE = new Active(InjectedFault.NONE, Sinks.empty());

	private final Listener listener;

	private volatile Active active = NONE;

	Faults(Listener listener) {
		this.listener = listener;
	}

	/**
	 * Replaces the active fault. After an outage, the port listens again before this
	 * method returns.
	 * @throws IllegalStateException if the port is taken after an outage, which then
	 * continues
	 */
	synchronized void begin(InjectedFault fault) {
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

	InjectedFault inForce() {
		return this.active.fault;
	}

	/**
	 * Decides whether the active fault hits a request.
	 * @param draw the random numbers of the request
	 * @return the active fault if it hits the request, else one of kind NONE
	 */
	Active hitting(Draw draw) {
		Active now = this.active;
		return (draw.fault() < now.fault.share()) ? now : NONE;
	}

	/** A fault that has begun. */
	record Active(InjectedFault fault, Sinks.Empty<Void> end) {

		FaultKind kind() {
			return this.fault.kind();
		}

		Mono<Void> ended() {
			return this.end.asMono();
		}

	}

}
