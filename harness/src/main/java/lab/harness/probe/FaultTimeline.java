package lab.harness.probe;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import lab.harness.experiment.Fault;
import lab.harness.experiment.Fault.Kind;
import lab.harness.probe.Stress.Applied;
import lab.harness.schedule.Run;
import lab.harness.target.RunFailedException;
import lab.harness.target.Target;
import org.jspecify.annotations.Nullable;

/**
 * Begins and lifts the faults of a run at their times, counted from the first request
 * that the app received. However the run ends, nothing stays on.
 */
final class FaultTimeline implements AutoCloseable {

	private static final Map<String, Object> NONE = Map.of("fault", "none");

	private static final long POLL_MILLIS = 50;

	private final Target target;

	private final Run run;

	private final Runnable whenBegun;

	private final List<Applied> applied = new CopyOnWriteArrayList<>();

	private final CountDownLatch over = new CountDownLatch(1);

	private volatile @Nullable RunFailedException failure;

	private @Nullable Thread thread;

	/**
	 * A timeline that is still.
	 * @param whenBegun called once the first request has arrived
	 */
	FaultTimeline(Target target, Run run, Runnable whenBegun) {
		this.target = target;
		this.run = run;
		this.whenBegun = whenBegun;
	}

	/**
	 * Waits for the first request from now on, and then lets the time run.
	 * @param receivedBefore requests that the app received before the load
	 */
	void start(long receivedBefore) {
		this.thread = Thread.ofPlatform().daemon().name("faults").start(() -> go(receivedBefore));
	}

	/** The faults that were applied so far, with their times. */
	List<Applied> applied() {
		return List.copyOf(this.applied);
	}

	/** Whether the app has been told to end. */
	boolean terminated() {
		return this.applied.stream().anyMatch((applied) -> applied.fault().kind() == Kind.SIGTERM);
	}

	/**
	 * Passes on what ended the timeline, if anything did.
	 * @throws RunFailedException when a fault could not be begun or lifted
	 */
	void check() {
		RunFailedException failed = this.failure;
		if (failed != null) {
			throw failed;
		}
	}

	/** Lifts what is on, and ends; an interrupt is kept for the caller. */
	@Override
	public void close() {
		this.over.countDown();
		Thread running = this.thread;
		if (running != null) {
			ThreadEnd.await(running);
		}
	}

	private void go(long receivedBefore) {
		try {
			while (!received(receivedBefore)) {
				if (this.over.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
					return;
				}
			}
			long start = System.nanoTime();
			this.whenBegun.run();
			for (Fault fault : this.run.variant().faults()) {
				if (isOverBy(start + fault.at().toNanos())) {
					return;
				}
				apply(fault, start + fault.end().toNanos());
			}
		}
		catch (RunFailedException ex) {
			this.failure = ex;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private boolean received(long before) {
		try {
			return this.target.ledger().received() > before;
		}
		catch (RunFailedException ex) {
			// A slow management port is seen to by the probe.
			return false;
		}
	}

	private void apply(Fault fault, long endNanos) throws InterruptedException {
		switch (fault.kind()) {
			case SIGTERM -> {
				this.applied.add(new Applied(fault, System.currentTimeMillis(), null, null));
				this.target.app().jvm().requestStop();
			}
			case SLOW_CLIENTS -> {
				long began = System.currentTimeMillis();
				SlowClients clients = new SlowClients(this.target.app().port(), this.run.variant().load().path(),
						(fault.clients() != null) ? fault.clients() : 0);
				try (clients) {
					isOverBy(endNanos);
				}
				this.applied.add(new Applied(fault, began, System.currentTimeMillis(), clients.counts()));
			}
			default -> ofBackend(fault, endNanos);
		}
	}

	private void ofBackend(Fault fault, long endNanos) throws InterruptedException {
		this.target.fault(fault.toldBackend());
		int place = this.applied.size();
		long began = System.currentTimeMillis();
		this.applied.add(new Applied(fault, began, null, null));
		try {
			isOverBy(endNanos);
		}
		finally {
			// A backend that was ended together with the harness has no fault any more.
			if (this.target.backend().jvm().isAlive()) {
				this.target.fault(NONE);
			}
			this.applied.set(place, new Applied(fault, began, System.currentTimeMillis(), null));
		}
	}

	/** Waits until that moment; true at once when the run is over before. */
	private boolean isOverBy(long nanos) throws InterruptedException {
		return this.over.await(nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
	}

}
