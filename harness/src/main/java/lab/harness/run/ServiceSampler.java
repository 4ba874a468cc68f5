package lab.harness.run;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import lab.harness.model.AppLedger;
import lab.harness.model.BackendCounters;
import lab.harness.model.Sample;
import lab.harness.model.Sample.MachineSample;
import lab.harness.model.Sample.ProcessSample;
import org.jspecify.annotations.Nullable;

/**
 * Takes a sample of app, backend, generator and machine. Where a management port does not
 * answer within 2 s the sample says so, and holds all the same what the operating system
 * knows.
 */
final class ServiceSampler implements Supplier<Optional<Sample>> {

	private final RunningService app;

	private final RunningService backend;

	private final ConnectionCounter connections;

	private volatile @Nullable ChildProcess generator;

	private @Nullable AppLedger lastLedger;

	private @Nullable BackendCounters lastCounters;

	ServiceSampler(SystemUnderTest system) {
		this.app = system.app();
		this.backend = system.backend();
		this.connections = new ConnectionCounter(() -> this.app.process().kernel().connections(this.app.port()));
	}

	/**
	 * Names what makes the load.
	 * @param jvm its JVM, or null when there is none any more
	 */
	void generator(@Nullable ChildProcess jvm) {
		this.generator = jvm;
	}

	@Override
	public Optional<Sample> get() {
		// First, so that the last sample before the load ends does not count those who
		// have left since.
		int connectionsNow = this.connections.now(this.generator != null);
		long asked = System.currentTimeMillis();
		CompletableFuture<AppLedger> ledger = this.app.management().read("ledger", AppLedger.class);
		CompletableFuture<BackendCounters> counters = this.backend.management().read("counters", BackendCounters.class);
		CompletableFuture.allOf(ledger, counters).handle((done, failed) -> done).join();
		boolean fresh = !ledger.isCompletedExceptionally() && !counters.isCompletedExceptionally();
		if (fresh) {
			this.lastLedger = ledger.join();
			this.lastCounters = counters.join();
		}
		AppLedger ledgerNow = this.lastLedger;
		BackendCounters countersNow = this.lastCounters;
		// Somewhere between question and answer; the middle is wrong by half at most.
		long at = (asked + System.currentTimeMillis()) / 2;
		Optional<ProcessSample> appNow = this.app.process().kernel().process();
		Optional<ProcessSample> backendNow = this.backend.process().kernel().process();
		MachineSample machine = this.app.process().kernel().machine();
		if (appNow.isEmpty() || backendNow.isEmpty() || ledgerNow == null || countersNow == null) {
			return Optional.empty();
		}
		ChildProcess loaded = this.generator;
		ProcessSample generatorNow = (loaded != null) ? loaded.kernel().process().orElse(null) : null;
		return Optional.of(new Sample(at, fresh, new Sample.Processes(appNow.get(), backendNow.get(), generatorNow),
				machine, connectionsNow, ledgerNow, countersNow));
	}

}
