package lab.harness.run;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import lab.harness.model.result.Gauge;
import org.jspecify.annotations.Nullable;

/**
 * Reads the gauges of a service in the background: one that is busy answers late, and no
 * sample should wait for it.
 */
final class Gauges {

	private final Meters meters;

	private CompletableFuture<Map<Gauge, Double>> reading = CompletableFuture.completedFuture(Map.of());

	Gauges(Meters meters) {
		this.meters = meters;
	}

	/**
	 * Takes the values of the last reading and begins the next one; empty while it lasts.
	 */
	Map<Gauge, Double> next() {
		if (!this.reading.isDone()) {
			return Map.of();
		}
		Map<Gauge, Double> last = this.reading.exceptionally((failure) -> Map.of()).join();
		this.reading = CompletableFuture.supplyAsync(this::read, Thread::startVirtualThread);
		return last;
	}

	Map<Gauge, Double> read() {
		Map<Gauge, Double> values = new EnumMap<>(Gauge.class);
		// Tomcat does not count its virtual threads and says -1.
		Double busy = this.meters.read("tomcat.threads.busy", "VALUE");
		put(values, Gauge.IN_FLIGHT,
				(busy != null && busy >= 0) ? busy : this.meters.read("http.server.requests.active", "ACTIVE_TASKS"));
		put(values, Gauge.POOL_USED, this.meters.read("hikaricp.connections.active", "VALUE"));
		put(values, Gauge.POOL_WAITING, this.meters.read("hikaricp.connections.pending", "VALUE"));
		return values;
	}

	private static void put(Map<Gauge, Double> values, Gauge gauge, @Nullable Double value) {
		if (value != null) {
			values.put(gauge, value);
		}
	}

}
