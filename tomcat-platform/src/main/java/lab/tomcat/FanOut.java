package lab.tomcat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.common.api.Argument;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Several calls to the backend for one answer, in each style that threads can have.
 */
@Component
class FanOut implements AutoCloseable {

	private final Map<String, IntFunction<List<Long>>> styles = new LinkedHashMap<>();

	private final Backend backend;

	/**
	 * One pool for all requests, because a pool for each would start threads for each;
	 * and with an end, because a platform thread costs memory: past it, calls queue.
	 */
	private final ExecutorService pool;

	FanOut(Backend backend, @Value("${fan-out.pool-size}") int poolSize) {
		this.backend = backend;
		this.pool = Executors.newFixedThreadPool(poolSize, Thread.ofPlatform().name("fan-out-", 0).daemon().factory());
		this.styles.put("sequential", this::sequential);
		this.styles.put("futures", (calls) -> futures(calls, this.pool));
		this.styles.put("completable-futures", this::completableFutures);
		this.styles.put("virtual-threads", this::virtualThreads);
	}

	/**
	 * Calls the backend and waits for all answers.
	 * @param calls how many calls
	 * @param style the name of the style
	 * @return the milliseconds that the backend says it waited, in the order of asking
	 * @throws org.springframework.web.server.ResponseStatusException 400 if there is no
	 * such style
	 * @throws lab.common.failure.BackendException if a call failed
	 */
	List<Long> ask(int calls, String style) {
		IntFunction<List<Long>> known = this.styles.get(style);
		if (known == null) {
			throw Argument.unknown("style", this.styles.keySet(), style);
		}
		return known.apply(calls);
	}

	private List<Long> sequential(int calls) {
		return IntStream.range(0, calls).mapToObj((call) -> this.backend.millis()).toList();
	}

	private List<Long> futures(int calls, ExecutorService executor) {
		List<Future<Long>> futures = IntStream.range(0, calls)
			.mapToObj((call) -> executor.submit(this.backend::millis))
			.toList();
		return futures.stream().map(FanOut::get).toList();
	}

	private List<Long> completableFutures(int calls) {
		List<CompletableFuture<Long>> futures = Stream
			.generate(() -> CompletableFuture.supplyAsync(this.backend::millis, this.pool))
			.limit(calls)
			.toList();
		try {
			CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new)).join();
			return futures.stream().map(CompletableFuture::resultNow).toList();
		}
		catch (CompletionException ex) {
			throw unwrap(ex);
		}
	}

	/**
	 * A virtual thread is so cheap that each call gets a new one, whatever thread serves
	 * the request.
	 */
	private List<Long> virtualThreads(int calls) {
		try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
			return futures(calls, executor);
		}
	}

	private static Long get(Future<Long> future) {
		try {
			return future.get();
		}
		catch (ExecutionException ex) {
			throw unwrap(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("interrupted while waiting for the backend", ex);
		}
	}

	private static RuntimeException unwrap(Exception ex) {
		return (ex.getCause() instanceof RuntimeException cause) ? cause : new IllegalStateException(ex);
	}

	@Override
	public void close() {
		this.pool.shutdownNow();
	}

}
