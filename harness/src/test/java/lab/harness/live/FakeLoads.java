package lab.harness.live;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Loads that send nothing, and are alive until they are closed.
 */
final class FakeLoads implements LoadDriver {

	private final List<String> alive = new CopyOnWriteArrayList<>();

	@Override
	public Handle start(WatchedService service, String path, int users) {
		String load = service.name() + " " + path + " " + users;
		this.alive.add(load);
		return new Handle() {
			@Override
			public Path samples() {
				return Path.of("no-such.jtl");
			}

			@Override
			public boolean isAlive() {
				return FakeLoads.this.alive.contains(load);
			}

			@Override
			public void close() {
				FakeLoads.this.alive.remove(load);
			}
		};
	}

	/** Those that were started and not closed, such as {@code webflux / 300}. */
	List<String> alive() {
		return this.alive;
	}

}
