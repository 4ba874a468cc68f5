package lab.tomcat;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Makes several calls to the backend for one answer, in each style that threads allow. If
 * one fails, the request still waits for the others.
 */
@Component
class FanOut implements AutoCloseable {

	private final SlowBackend backend;

	/**
	 * One pool for all requests, because a pool for each request would start threads for
	 * each. It is limited, because a platform thread costs memory; further calls wait in
	 * its queue.
	 */
	private final ExecutorService pool;

	FanOut(SlowBackend backend, @Value("${fan-out.pool-size}") int poolSize) {
		this.backend = backend;
		this.pool = Executors.newFixedThreadPool(poolSize, Thread.ofPlatform().name("fan-out-", 0).daemon().factory());
	}

	/**
	 * Calls the backend and waits for all answers.
	 * @param calls how many calls
	 * @param style how they are made
	 * @return the milliseconds that the backend says it waited, in the order of the calls
	 * @throws lab.common.client.BackendException if a call failed
	 */
	List<Long> ask(int calls, Style style) {
		return switch (style) {
			case SEQUENTIAL -> IntStream.range(0, calls).mapToObj((call) -> millis()).toList();
			case FUTURES -> futures(calls, this.pool);
			case COMPLETABLE_FUTURES -> completableFutures(calls);
			case VIRTUAL_THREADS -> virtualThreads(calls);
		};
	}

	private long millis() {
		return this.backend.ask().millis();
	}

	private List<Long> futures(int calls, ExecutorService executor) {
		Callable<Long> call = this::millis;
		try {
			return executor.invokeAll(Collections.nCopies(calls, call)).stream().map(FanOut::get).toList();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("interrupted while waiting for the backend", ex);
		}
	}

	private List<Long> completableFutures(int calls) {
		List<CompletableFuture<Long>> futures = Stream
			.generate(() -> CompletableFuture.supplyAsync(this::millis, this.pool))
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
	 * A virtual thread is cheap: each call gets a new one, whatever thread serves the
	 * request.
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
			throw new IllegalStateException(ex);
		}
	}

	private static RuntimeException unwrap(Exception ex) {
		return (ex.getCause() instanceof RuntimeException cause) ? cause : new IllegalStateException(ex);
	}

	@Override
	public void close() {
		this.pool.shutdownNow();
	}

	enum Style {

		SEQUENTIAL, FUTURES, COMPLETABLE_FUTURES, VIRTUAL_THREADS;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}
