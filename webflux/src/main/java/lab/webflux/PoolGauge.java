package lab.webflux;

import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import reactor.netty.resources.ConnectionPoolMetrics;
import reactor.netty.resources.ConnectionProvider.MeterRegistrar;

import org.springframework.stereotype.Component;

/**
 * Asks the pools of the HTTP client how many connections calls hold. Each address that
 * the client has called has a pool.
 */
@Component
class PoolGauge implements MeterRegistrar {

	private final List<ConnectionPoolMetrics> pools = new CopyOnWriteArrayList<>();

	@Override
	public void registerMetrics(String poolName, String id, SocketAddress remoteAddress,
			ConnectionPoolMetrics metrics) {
		this.pools.add(metrics);
	}

	long leased() {
		return this.pools.stream().mapToLong(ConnectionPoolMetrics::acquiredSize).sum();
	}

}
