package lab.tomcat;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import lab.common.api.Answers.FanOutAnswer;
import lab.common.api.JsonController;
import lab.common.api.ThreadKind;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * Makes several calls to the backend for one answer, in each style that threads allow. If
 * one fails, the request still waits for the others.
 */
@JsonController
class FanOutController implements AutoCloseable {

	private final String name;

	private final SlowBackend backend;

	/**
	 * One pool for all requests, because a pool for each request would start threads for
	 * each. It is limited, because a platform thread costs memory; further calls wait in
	 * its queue.
	 */
	private final ExecutorService pool;

	FanOutController(@Value("${spring.application.name}") String name, SlowBackend backend,
			@Value("${fan-out.pool-size}") int poolSize) {
		this.name = name;
		this.backend = backend;
		this.pool = Executors.newFixedThreadPool(poolSize, Thread.ofPlatform().name("fan-out-", 0).daemon().factory());
	}

	@GetMapping("/fan-out")
	FanOutAnswer fanOut(@RequestParam(defaultValue = "3") @Min(1) @Max(20) int calls,
			@RequestParam(defaultValue = "sequential") Style style) {
		return new FanOutAnswer(this.name, ThreadKind.current(), style.toString(), ask(calls, style));
	}

	/**
	 * Calls the backend and waits for all answers.
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
			return executor.invokeAll(Collections.nCopies(calls, call)).stream().map(FanOutController::result).toList();
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
		CompletableFuture<Void> all = CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
		// unlike join() alone, this does not throw when a call has failed
		all.handle((done, failure) -> futures).join();
		return futures.stream().map(FanOutController::result).toList();
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

	/** The result of a call that has ended. */
	private static Long result(Future<Long> call) {
		if (call.state() == Future.State.FAILED && call.exceptionNow() instanceof RuntimeException failure) {
			throw failure;
		}
		return call.resultNow();
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
