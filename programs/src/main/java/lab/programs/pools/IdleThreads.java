package lab.programs.pools;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.IntToDoubleFunction;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Idle threads of a pool are not free if the threads take turns.
 * <p>
 * At most 20 tasks are at work at any time, in a pool of 20 threads or of 2,000. The idle
 * threads of a {@link ThreadPoolExecutor} wait in line for its queue, so the thread that
 * has been idle for longest gets the next task: 2,000 threads take turns where 20 would
 * do.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@OperationsPerInvocation(IdleThreads.TASKS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class IdleThreads {

	/** Tasks per call of the benchmark: each of 2,000 threads gets several. */
	public static final int TASKS = 10_000;

	/** The most tasks at work at once. */
	static final int AT_WORK = 20;

	/** 32 KiB, as a thread may keep for its buffers and formats. */
	private static final int OWN_VALUES = 4096;

	private static final ThreadLocal<double[]> OWN = ThreadLocal.withInitial(() -> new double[OWN_VALUES]);

	@Param({ "20", "2000" })
	public int threads;

	private @Nullable ExecutorService pool;

	@Setup
	public void start() {
		ThreadPoolExecutor started = new ThreadPoolExecutor(this.threads, this.threads, 0, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>());
		started.prestartAllCoreThreads();
		this.pool = started;
	}

	@TearDown
	public void end() {
		pool().close();
	}

	/*
	 * The task needs nothing but registers, so any thread does it equally well. Only the
	 * switch to another thread remains.
	 */
	@Benchmark
	public double compute() throws InterruptedException {
		return run(CpuPool::highestPrice);
	}

	/*
	 * The task uses what its thread keeps in a ThreadLocal. What 20 threads keep, 640
	 * KiB, stays in the cache of a processor; what 2,000 keep, 63 MiB, does not.
	 */
	@Benchmark
	public double ownData() throws InterruptedException {
		return run(IdleThreads::addToOwn);
	}

	private ExecutorService pool() {
		return Objects.requireNonNull(this.pool, "started by JMH");
	}

	private double run(IntToDoubleFunction task) throws InterruptedException {
		DoubleAdder sum = new DoubleAdder();
		ExecutorService pool = pool();
		Semaphore free = new Semaphore(AT_WORK);
		for (int number = 0; number < TASKS; number++) {
			int own = number;
			free.acquire();
			pool.execute(() -> {
				sum.add(task.applyAsDouble(own));
				free.release();
			});
		}
		/* All tasks have ended when all permits are free. */
		free.acquire(AT_WORK);
		return sum.sum();
	}

	/** Passes through the values of this thread three times, and leaves them at 0. */
	static double addToOwn(int number) {
		double[] own = OWN.get();
		double sum = 0;
		for (int place = 0; place < own.length; place++) {
			own[place] += number;
		}
		for (double value : own) {
			sum += value;
		}
		Arrays.fill(own, 0);
		return sum;
	}

	/*-
	 * Expected result: 2,000 threads do fewer tasks per second than 20, because nearly
	 * every task wakes another thread. The loss should be larger with ownData, whose
	 * values are no longer in the cache. Seen on 2 cores beside other load, Linux (x64),
	 * JDK 25.0.3: 0.72 of the tasks with compute, 0.65 with ownData, which differ by less
	 * than the error of either.
	 *
	 * To see it:
	 *
	 *   java -jar programs/target/programs.jar IdleThreads
	 */

}
