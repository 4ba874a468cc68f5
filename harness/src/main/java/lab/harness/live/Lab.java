package lab.harness.live;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import lab.harness.model.InvalidInputException;
import lab.harness.model.result.RunFailedException;
import lab.wire.Terms;
import org.jspecify.annotations.Nullable;

/**
 * The services that the page watches, its load, and the last two minutes. It reads the
 * services once a second, but only while a page asks for them or a load runs.
 */
final class Lab implements AutoCloseable {

	/** Seconds that are kept. */
	static final int KEPT = 120;

	/** The services are not read any more this long after the last question of a page. */
	private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(15);

	private final List<WatchedService> models;

	private final Backend backend;

	private final LoadDriver driver;

	private final ScheduledExecutorService clock = Executors
		.newSingleThreadScheduledExecutor((task) -> Thread.ofPlatform().daemon().name("live").unstarted(task));

	private final Map<String, Terms> terms = new ConcurrentHashMap<>();

	/** The last readings; used by the clock alone. */
	private final Map<String, Reading> before = new HashMap<>();

	private final Deque<Second> seconds = new ArrayDeque<>();

	private Backend.@Nullable State backendNow;

	/** Counts changes of the backend: a state that was read before one is outdated. */
	private final AtomicInteger backendChanges = new AtomicInteger();

	private final Map<String, ModelLoad> loads = new LinkedHashMap<>();

	/** The loads of a run that the page only watches, by model. */
	private Map<String, WatchedRun.SentLoad> expected = Map.of();

	/** Whether the last requests of a model have called the backend once each. */
	private final Map<String, Boolean> callOnce = new HashMap<>();

	private @Nullable Round round;

	private int rounds;

	private long number;

	private volatile long askedAt = System.nanoTime();

	Lab(List<WatchedService> models, WatchedService backend, LoadDriver driver) {
		this.models = List.copyOf(models);
		this.backend = new Backend(backend);
		this.driver = driver;
	}

	/** Begins to read the services once a second. */
	void begin() {
		// At a fixed rate, missed seconds would be made up for within one.
		this.clock.scheduleWithFixedDelay(this::tickIfWatched, 0, 1, TimeUnit.SECONDS);
	}

	/** The names of the models, in the order of the page. */
	List<String> names() {
		return this.models.stream().map(WatchedService::name).toList();
	}

	/** Everything that happened after a second, 0 for all that is kept. */
	synchronized State state(long after) {
		this.askedAt = System.nanoTime();
		Round now = this.round;
		return new State(names(), this.seconds.stream().filter((second) -> second.number() > after).toList(),
				this.number, List.copyOf(this.loads.keySet()), (now != null) ? now.view() : null,
				this.backend.isInSlowStart());
	}

	/** The last question, or null before the first. */
	synchronized Round.@Nullable View round() {
		return (this.round != null) ? this.round.view() : null;
	}

	/** The mean delay of the backend, or null if it is not known. */
	synchronized @Nullable Double meanMillis() {
		return (this.backendNow != null) ? this.backendNow.meanMillis() : null;
	}

	/**
	 * Starts a load in place of the one that runs.
	 * @return the number of its round
	 * @throws Refusal if a model is unknown or JMeter cannot be started
	 */
	synchronized int start(LoadOrder order) {
		List<WatchedService> chosen = this.models.stream()
			.filter((model) -> order.predictions().containsKey(model.name()))
			.toList();
		if (chosen.isEmpty() || chosen.size() < order.predictions().size()) {
			throw new Refusal(400, "wrong-model", "choose models among " + String.join(", ", names()));
		}
		if (this.clock.isShutdown()) {
			throw new Refusal(503, "closed", "the page is closing");
		}
		stop();
		Map<String, Double> law = new LinkedHashMap<>();
		for (WatchedService model : chosen) {
			Double ceiling = ceiling(model.name(), order.users(), order.path());
			if (ceiling != null) {
				law.put(model.name(), ceiling);
			}
		}
		Round next = new Round(++this.rounds, order, law);
		try {
			for (WatchedService model : chosen) {
				LoadDriver.Handle handle = this.driver.start(model, order.path(), order.users());
				this.loads.put(model.name(), new ModelLoad(handle, new JtlTail(handle.samples())));
			}
		}
		catch (InvalidInputException | RunFailedException ex) {
			stop();
			throw new Refusal(409, "no-load", String.valueOf(ex.getMessage()));
		}
		this.round = next;
		return this.rounds;
	}

	/** Takes the loads that somebody else sends from now on, by model. */
	synchronized void expect(Map<String, WatchedRun.SentLoad> loads) {
		this.expected = Map.copyOf(loads);
	}

	/** Ends the load, if there is one. */
	synchronized void stop() {
		// Each may need seconds to end, while pages ask for the state.
		this.loads.values().parallelStream().forEach((load) -> load.handle().close());
		this.loads.clear();
		if (this.round != null) {
			this.round.loadEnded();
		}
	}

	/** Changes the mean delay of the backend, at once or by a slow start. */
	void meanDelay(int millis, boolean slowStart) {
		if (slowStart) {
			this.backend.slowStart(millis);
		}
		else {
			this.backend.meanDelay(millis);
		}
		backendChanged();
	}

	/** Begins a fault of the backend in place of the present one. */
	void fault(String kind, @Nullable Double share) {
		this.backend.fault(kind, share);
		backendChanged();
	}

	/** Ends the round, and takes the new delay for the law of the next one. */
	private void backendChanged() {
		Backend.State changed = ifAnswered(this.backend.read()).join().orElse(null);
		synchronized (this) {
			this.backendChanges.incrementAndGet();
			this.backendNow = changed;
			if (this.round != null) {
				this.round.backendChanged();
			}
		}
	}

	private void tickIfWatched() {
		if (System.nanoTime() - this.askedAt > REST_NANOS && !isLoaded() && !this.backend.isInSlowStart()) {
			this.before.clear();
			return;
		}
		try {
			tick();
		}
		catch (RuntimeException ex) {
			// A second is missing on the page; the next one may be read again.
			this.before.clear();
		}
	}

	private synchronized boolean isLoaded() {
		return !this.loads.isEmpty();
	}

	/** Reads the services, and adds a second. */
	void tick() {
		try {
			if (this.backend.tick()) {
				backendChanged();
			}
		}
		catch (Refusal ex) {
			// The page says that the backend does not answer, as it finds out below.
		}
		int changes = this.backendChanges.get();
		CompletableFuture<Optional<Backend.State>> backendAnswer = ifAnswered(this.backend.read());
		Map<String, CompletableFuture<Optional<Reading>>> answers = new LinkedHashMap<>();
		for (WatchedService model : this.models) {
			answers.put(model.name(), ifAnswered(Reading.of(model)));
			// After a rest they may be those of another start of the app.
			if (this.before.isEmpty() || !this.terms.containsKey(model.name())) {
				model.read("terms", Terms.class).thenAccept((terms) -> this.terms.put(model.name(), terms));
			}
		}
		Optional<Backend.State> backendState = backendAnswer.join();
		Map<String, Reading> readings = new LinkedHashMap<>();
		answers.forEach((name, answer) -> answer.join().ifPresent((reading) -> readings.put(name, reading)));
		add(backendState.orElse(null), changes, readings);
		this.before.clear();
		this.before.putAll(readings);
	}

	private static <T> CompletableFuture<Optional<T>> ifAnswered(CompletableFuture<T> answer) {
		return answer.handle((value, failure) -> (failure == null) ? Optional.of(value) : Optional.empty());
	}

	private synchronized void add(Backend.@Nullable State backendState, int changes, Map<String, Reading> readings) {
		if (changes == this.backendChanges.get()) {
			this.backendNow = backendState;
		}
		endLoadsThatEnded();
		if (this.before.isEmpty() && !readings.isEmpty()) {
			// After a rest there is nothing to compare with, but the apps do answer.
			return;
		}
		Map<String, ModelSecond> models = new LinkedHashMap<>();
		readings.forEach((name, reading) -> {
			Reading earlier = this.before.get(name);
			if (earlier == null || reading.isAfterRestart(earlier)) {
				this.terms.remove(name);
				return;
			}
			ModelLoad load = this.loads.get(name);
			Boolean callsOnce = reading.callsOnceSince(earlier);
			if (callsOnce != null) {
				this.callOnce.put(name, callsOnce);
			}
			WatchedRun.SentLoad sent = sent(name);
			boolean busy = reading.isBusySince(earlier);
			// Before its first request no user of a load is in a queue.
			Integer users = busy ? sent.users() : null;
			Double ceiling = (busy || load != null) ? ceiling(name, sent.users(), sent.path()) : null;
			models.put(name, reading.since(earlier, users, (load != null) ? load.tail().read() : null, ceiling));
		});
		this.seconds.addLast(new Second(++this.number, System.currentTimeMillis(), models, backendState));
		if (this.seconds.size() > KEPT) {
			this.seconds.removeFirst();
		}
		if (this.round != null) {
			this.round.add(models);
		}
	}

	/** If nobody says which path is asked, it may be that of the plans, or another. */
	private WatchedRun.SentLoad sent(String model) {
		Round now = this.round;
		if (now != null && this.loads.containsKey(model)) {
			return new WatchedRun.SentLoad(now.order().users(), now.order().path());
		}
		return this.expected.getOrDefault(model,
				new WatchedRun.SentLoad(null, this.callOnce.getOrDefault(model, true) ? "/" : null));
	}

	private void endLoadsThatEnded() {
		boolean ended = this.loads.values().removeIf((load) -> !load.handle().isAlive());
		if (ended && this.round != null) {
			this.round.loadEnded();
		}
	}

	private @Nullable Double ceiling(String model, @Nullable Integer users, @Nullable String path) {
		Terms known = this.terms.get(model);
		Double mean = meanMillis();
		return (known != null && mean != null && path != null) ? Ceiling.of(users, known, path, mean) : null;
	}

	@Override
	public void close() {
		this.clock.shutdownNow();
		stop();
	}

	private record ModelLoad(LoadDriver.Handle handle, JtlTail tail) {
	}

	/**
	 * A second of all models.
	 *
	 * @param number counts the seconds from 1
	 * @param at when it was read, in ms since 1970
	 * @param models those that answered twice
	 * @param backend the backend, or null if it does not answer
	 */
	record Second(long number, long at, Map<String, ModelSecond> models, Backend.@Nullable State backend) {
	}

	/**
	 * The answer to a page.
	 *
	 * @param models the names of all models
	 * @param seconds the seconds that it does not have yet
	 * @param last the number of the newest second
	 * @param loaded the models whose load runs
	 * @param round the last question, or null before the first
	 * @param slowStart whether the backend is in a slow start
	 */
	record State(List<String> models, List<Second> seconds, long last, List<String> loaded, Round.@Nullable View round,
			boolean slowStart) {
	}

}
