package lab.harness.model;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The catalogue of everything that is measured of a run; {@code analysis.Figures}
 * computes the values. A table shows the metrics of its section for which there are
 * figures, in the order of this list.
 */
public enum Metric {

	// @formatter:off
	THROUGHPUT(Section.THROUGHPUT, "throughput", "req/s", 1, Better.MORE,
			"successful requests that ended in the window, over the window"),
	CEILING(Section.THROUGHPUT, "ceiling", "req/s", 1, Better.NEITHER,
			"slots / mean delay drawn for the requests completed in the window; of a query or a sleep slots / its time"),
	OF_CEILING(Section.THROUGHPUT, "of ceiling", "%", 2, Better.MORE, "throughput / ceiling"),
	CPU_CEILING(Section.THROUGHPUT, "CPU ceiling", "req/s", 1, Better.NEITHER,
			"cores / CPU time of a request: of app, backend and generator where they share the cores, of the app "
					+ "alone where it has cores of its own; a forecast and no bound"),
	OF_CPU_CEILING(Section.THROUGHPUT, "of CPU ceiling", "%", 2, Better.MORE, "throughput / CPU ceiling"),
	TASKS_PER_SECOND(Section.THROUGHPUT, "tasks", "tasks/s", 1, Better.MORE, "tasks completed a second"),
	TASKS_CEILING(Section.THROUGHPUT, "ceiling", "tasks/s", 1, Better.NEITHER,
			"tasks at once / service time; of work that computes, min(threads, cores) at once and the service time of "
					+ "one thread"),
	LATENCY_P50(Section.THROUGHPUT, "p50", "ms", 0, Better.LESS, "median latency of the successful requests"),
	LATENCY_P99(Section.THROUGHPUT, "p99", "ms", 0, Better.LESS,
			"99th percentile of the latency of the successful requests"),
	ERRORS(Section.THROUGHPUT, "errors", "requests", 0, Better.LESS, "failed requests of the whole run"),
	JMETER_SUMMARY(Section.THROUGHPUT, "JMeter's summary", "req/s", 1, Better.MORE,
			"requests a second as JMeter's own summary says: ramp, drain and failed requests included"),
	NOMINAL_CEILING(Section.DETAIL, "nominal ceiling", "req/s", 1, Better.NEITHER, "slots / mean of the distribution"),
	LATENCY_MEAN(Section.DETAIL, "mean latency", "ms", 1, Better.LESS, "mean latency of the successful requests"),
	LATENCY_P90(Section.DETAIL, "p90", "ms", 0, Better.LESS,
			"90th percentile of the latency of the successful requests"),
	LATENCY_MAX(Section.DETAIL, "longest", "ms", 0, Better.LESS, "longest latency of a successful request"),
	WINDOW_SECONDS(Section.DETAIL, "window", "s", 1, Better.NEITHER, "length of the window"),
	REQUEST_THREADS(Section.DETAIL, "request threads", "threads", 0, Better.NEITHER,
			"requests that the app serves at once; absent where threads are no limit"),
	SLOTS(Section.DETAIL, "slots", "requests", 0, Better.NEITHER,
			"requests that can wait at the backend at once: min(users, request threads, connections)"),
	OFFERED(Section.DETAIL, "offered", "req/s", 1, Better.NEITHER, "arrivals a second of an open workload"),
	APP_CPU(Section.COST, "app CPU", "ms/request", 3, Better.LESS, "CPU time of the app a request"),
	BACKEND_CPU(Section.COST, "backend CPU", "ms/request", 3, Better.NEITHER, "CPU time of the backend a request"),
	GENERATOR_CPU(Section.COST, "JMeter CPU", "ms/request", 3, Better.NEITHER, "CPU time of JMeter a request"),
	PROGRAM_CPU(Section.COST, "CPU time", "s", 2, Better.LESS, "CPU time of the program"),
	MEMORY_PER_REQUEST(Section.COST, "memory", "KiB/request in flight", 0, Better.LESS,
			"mean resident memory / (throughput × mean latency)"),
	RSS_MEAN(Section.COST, "resident memory", "MiB, mean", 0, Better.LESS,
			"mean resident memory of the app or program"),
	RSS_PEAK(Section.COST, "resident memory", "MiB, peak", 0, Better.LESS,
			"highest sample of the resident memory of the app or program"),
	PLATFORM_THREADS_MEAN(Section.COST, "platform threads", "mean", 0, Better.NEITHER,
			"mean of the platform threads of the process, the JVM's own included"),
	PLATFORM_THREADS_PEAK(Section.COST, "platform threads", "peak", 0, Better.NEITHER,
			"highest sample of the platform threads of the process"),
	GC_PAUSES(Section.COST, "GC pauses", "ms", 0, Better.LESS, "time of the window in which the collector paused"),
	FULL_COLLECTIONS(Section.COST, "full collections", "", 0, Better.LESS,
			"pauses of the window in which the collector collected the whole heap"),
	COMPILING(Section.COST, "compiling", "ms", 0, Better.LESS,
			"time of the window in which the JVM's compilers worked, all of their threads: cold code costs more"),
	LIVE_HEAP_WAITING(Section.WAITING, "live heap", "MiB", 1, Better.LESS,
			"heap that the app holds in the middle of the load, garbage collected"),
	RESIDENT_PER_WAITING(Section.WAITING, "resident", "KiB/request", 1, Better.LESS,
			"growth of the mean resident memory since the fewest users / more users; garbage that was not collected "
					+ "counts"),
	LIVE_PER_WAITING(Section.WAITING, "live heap", "KiB/request", 1, Better.LESS,
			"growth of the live heap in the middle of the load since the fewest users / more users"),
	ARRAYS_PER_WAITING(Section.WAITING, "arrays", "KiB/request", 1, Better.LESS,
			"of the growth of the live heap arrays of bytes, characters and numbers: buffers and texts, whose owner a "
					+ "histogram does not tell"),
	STACKS_PER_WAITING(Section.WAITING, "stacks", "KiB/request", 1, Better.LESS,
			"of the growth of the live heap threads, and the frames of virtual ones that wait; the stacks of platform "
					+ "threads are outside the heap"),
	SERVER_PER_WAITING(Section.WAITING, "server", "KiB/request", 1, Better.LESS,
			"of the growth of the live heap objects of Tomcat or of Reactor Netty's server, without arrays"),
	CLIENT_PER_WAITING(Section.WAITING, "client", "KiB/request", 1, Better.LESS,
			"of the growth of the live heap objects of the HTTP client, without arrays"),
	NETTY_PER_WAITING(Section.WAITING, "Netty", "KiB/request", 1, Better.LESS,
			"of the growth of the live heap objects of Netty, which serves server and client, without arrays"),
	FRAMEWORK_PER_WAITING(Section.WAITING, "framework", "KiB/request", 1, Better.LESS,
			"of the growth of the live heap objects of Spring, Reactor and Micrometer, without arrays"),
	REST_PER_WAITING(Section.WAITING, "rest", "KiB/request", 1, Better.LESS,
			"of the growth of the live heap all other objects, most of them the JDK's"),
	BEFORE(Section.FAULTS, "before", "req/s", 1, Better.MORE, "throughput before the first fault"),
	LOWEST(Section.FAULTS, "lowest", "req/s", 1, Better.MORE,
			"lowest throughput under a fault, mean of 3 s; the lowest of several faults"),
	RECOVERED_AFTER(Section.FAULTS, "recovered after", "s", 1, Better.LESS,
			"seconds from the end of a fault until 95 % of the throughput before; the longest of several faults; "
					+ "absent where it did not recover"),
	ANSWERED_IN_TIME(Section.FAULTS, "answered in time", "%", 1, Better.MORE,
			"requests of the whole run with a successful answer / requests sent"),
	SLEEP_KEPT(Section.FAULTS, "/sleep/1 kept", "%", 1, Better.MORE,
			"share of /sleep/1 answered within 1 s under a fault, over that before"),
	HEALTH_KEPT(Section.FAULTS, "health kept", "%", 1, Better.MORE,
			"share of health checks answered within 1 s under a fault, over that before"),
	REFUSED(Section.FAULTS, "refused", "requests", 0, Better.LESS, "requests that got no connection: refused"),
	LOST(Section.FAULTS, "lost", "requests", 0, Better.LESS,
			"requests that the app accepted and did not answer: timeouts, resets, connections closed early"),
	DROPPED_AT_END(Section.FAULTS, "dropped at the end", "requests", 0, Better.LESS,
			"requests sent after SIGTERM and dropped without an answer"),
	IN_FLIGHT_PEAK(Section.HELD, "in flight", "peak", 0, Better.NEITHER,
			"most requests in flight in the app, in a sample of the window"),
	IN_FLIGHT_AFTER(Section.HELD, "in flight", "after", 0, Better.LESS,
			"requests in flight in the app after the drain, when their clients have left"),
	THREADS_BEFORE(Section.HELD, "threads", "before", 0, Better.NEITHER,
			"mean of the platform threads before the first fault"),
	THREADS_PEAK(Section.HELD, "threads", "peak", 0, Better.NEITHER, "most platform threads from the first fault on"),
	THREADS_AFTER(Section.HELD, "threads", "after", 0, Better.NEITHER, "platform threads after the drain"),
	RSS_BEFORE(Section.HELD, "resident MiB", "before", 0, Better.NEITHER,
			"mean resident memory before the first fault"),
	RSS_DURING(Section.HELD, "resident MiB", "peak", 0, Better.LESS, "highest resident memory from the first fault on"),
	RSS_AFTER(Section.HELD, "resident MiB", "after", 0, Better.NEITHER, "resident memory after the drain"),
	LIVE_HEAP_BEFORE(Section.HELD, "live heap MiB", "before", 0, Better.NEITHER,
			"heap that the app at rest holds before the load, garbage collected"),
	LIVE_HEAP_AFTER(Section.HELD, "live heap MiB", "after", 0, Better.LESS,
			"heap that the app at rest holds after the drain, garbage collected"),
	PERMITS_LEAKED(Section.HELD, "permits leaked", "", 0, Better.LESS, "permits of the bulkhead held after the drain"),
	CONNECTIONS_LEAKED(Section.HELD, "connections leaked", "", 0, Better.LESS,
			"connections to the backend held after the drain"),
	CALLS_PER_REQUEST(Section.HELD, "backend calls", "a request", 2, Better.LESS,
			"calls to the backend / requests received by the app"),
	RETRIES(Section.HELD, "retries", "calls", 0, Better.LESS, "calls to the backend that repeat one that failed"),
	PREDICTED(Section.PREDICTION, "predicted", "", 1, Better.NEITHER, "what the formula of the prediction gives"),
	MEASURED(Section.PREDICTION, "measured", "", 1, Better.NEITHER, "what was measured of the same, before any fault"),
	OF_PREDICTION(Section.PREDICTION, "of prediction", "%", 2, Better.NEITHER, "measured / predicted"),
	SECONDS(Section.PROGRAM, "time", "s", 3, Better.LESS, "time of all tasks"),
	STARTED(Section.PROGRAM, "started", "tasks", 0, Better.NEITHER, "tasks that a thread began when submitted"),
	QUEUED(Section.PROGRAM, "queued", "tasks", 0, Better.NEITHER, "tasks that the pool queued when submitted"),
	REJECTED(Section.PROGRAM, "rejected", "tasks", 0, Better.NEITHER, "tasks that the pool rejected"),
	POOL_THREADS(Section.PROGRAM, "pool threads", "most", 0, Better.NEITHER, "most threads of the pool"),
	BEST_THREADS(Section.PROGRAM, "best size", "threads", 0, Better.NEITHER,
			"threads of the pool that had the highest throughput of the sizes tried"),
	OF_BEST(Section.PROGRAM, "of best", "%", 1, Better.MORE,
			"throughput with the predicted threads / highest throughput of the sizes tried"),
	CPU_USED(Section.PROGRAM, "CPU used", "%", 1, Better.LESS,
			"CPU time of the process / time; 100 % is one processor"),
	OWN_WORK(Section.PROGRAM, "own work", "%", 1, Better.MORE,
			"CPU time of platform threads at their tasks / CPU time of the process; the rest is waking and switching"),
	CONTEXT_SWITCHES(Section.PROGRAM, "context switches", "/s", 0, Better.LESS,
			"context switches of all threads of the process a second"),
	GC_SHARE(Section.PROGRAM, "GC", "%", 1, Better.LESS, "share of the time in which the collector worked"),
	MOUNTS(Section.PROGRAM, "mounted", "times", 0, Better.NEITHER, "times that a continuation was run"),
	MOVES(Section.PROGRAM, "moved", "times", 0, Better.NEITHER,
			"times that a virtual thread continued on another carrier"),
	CARRIERS_USED(Section.PROGRAM, "carriers used", "", 0, Better.NEITHER, "carriers that ran a virtual thread"),
	LIVE_HEAP(Section.PROGRAM, "live heap", "MiB", 1, Better.LESS, "heap in use after a full collection"),
	FOREIGN_VALUES(Section.PROGRAM, "foreign values", "tasks", 0, Better.LESS,
			"tasks that found in a ThreadLocal what an earlier task had left"),
	TASKS_IN_DUMP(Section.PROGRAM, "in thread dump", "tasks", 0, Better.MORE,
			"tasks that were submitted and not ended, and that a thread dump shows"),
	ANSWER_MILLIS(Section.PROGRAM, "answer", "ms", 1, Better.LESS, "time until the answer"),
	USELESS_CALLS(Section.PROGRAM, "useless calls", "", 0, Better.LESS,
			"calls that worked to their end after the answer was decided"),
	WORKING_AFTER(Section.PROGRAM, "still working", "calls", 0, Better.LESS,
			"calls that still worked when the caller had its answer"),

	/** Threads started. */
	THREADS(Section.PROGRAM, "threads", "started", 0, Better.NEITHER, "threads that could be started"),

	/** Depth of calls. */
	DEPTH(Section.PROGRAM, "depth", "calls", 0, Better.NEITHER, "calls within each other until the stack was full"),

	/** Reserved addresses. */
	RESERVED(Section.PROGRAM, "reserved", "MiB", 0, Better.LESS,
			"addresses that the JVM has reserved, by its Native Memory Tracking"),

	/** Reserved addresses of stacks. */
	STACKS(Section.PROGRAM, "stacks", "MiB reserved", 0, Better.LESS,
			"of the reserved addresses those of the stacks of platform threads"),

	/** Committed memory. */
	COMMITTED(Section.PROGRAM, "committed", "MiB", 0, Better.LESS,
			"memory that the JVM has committed, by its Native Memory Tracking"),

	/** Resident memory at a moment. */
	RESIDENT(Section.PROGRAM, "resident", "MiB", 0, Better.LESS,
			"memory that the process held when the program looked"),

	/** Heap in use. */
	HEAP(Section.PROGRAM, "heap", "MiB", 1, Better.NEITHER,
			"heap in use when an OutOfMemoryError came, garbage included"),

	/** Tasks without a neighbour. */
	TASKS_BEFORE(Section.PROGRAM, "before", "tasks/s", 0, Better.MORE, "tasks a second until a neighbour came"),

	/** Tasks of the slowest second. */
	TASKS_LOWEST(Section.PROGRAM, "lowest", "tasks/s", 0, Better.MORE,
			"tasks of the slowest second beside a neighbour"),

	/** Longest pause. */
	LONGEST_PAUSE(Section.PROGRAM, "longest pause", "ms", 0, Better.LESS,
			"longest time beside a neighbour for which a thread that sleeps a millisecond was late"),

	/** Reserved addresses a thread. */
	RESERVED_PER_THREAD(Section.PROGRAM, "reserved", "KiB/thread", 1, Better.LESS, "growth of reserved / threads"),

	/** Committed memory a thread. */
	COMMITTED_PER_THREAD(Section.PROGRAM, "committed", "KiB/thread", 1, Better.LESS, "growth of committed / threads"),

	/** Resident memory a thread. */
	RESIDENT_PER_THREAD(Section.PROGRAM, "resident", "KiB/thread", 1, Better.LESS, "growth of resident / threads"),

	/** Live heap a thread. */
	HEAP_PER_THREAD(Section.PROGRAM, "heap", "KiB/thread", 2, Better.LESS, "growth of the live heap / threads");
	// @formatter:on

	private static final Pattern UNDERSCORE = Pattern.compile("_([a-z0-9])");

	private final Section section;

	private final String label;

	private final String unit;

	private final int digits;

	private final Better better;

	private final String meaning;

	Metric(Section section, String label, String unit, int digits, Better better, String meaning) {
		this.section = section;
		this.label = label;
		this.unit = unit;
		this.digits = digits;
		this.better = better;
		this.meaning = meaning;
	}

	/** The section of a report that shows it. */
	public Section section() {
		return this.section;
	}

	/** Its name at the head of a column. */
	public String label() {
		return this.label;
	}

	/** Its unit; shares have {@code %} and are kept as fractions of 1. */
	public String unit() {
		return this.unit;
	}

	/** Digits after the decimal point. */
	public int digits() {
		return this.digits;
	}

	/** Which way is better. */
	public Better better() {
		return this.better;
	}

	/** What it is, in half a sentence. */
	public String meaning() {
		return this.meaning;
	}

	/** Whether it is a share, kept as a fraction of 1 and shown as per cent. */
	public boolean share() {
		return this.unit.equals("%");
	}

	/** The figure as a person reads it, without its unit but for per cent. */
	public String format(double value) {
		return String.format(Locale.ROOT, "%." + this.digits + "f", share() ? 100 * value : value)
				+ (share() ? " %" : "");
	}

	/** The name in YAML and JSON, such as {@code tasksPerSecond}. */
	@Override
	public String toString() {
		return UNDERSCORE.matcher(name().toLowerCase(Locale.ROOT))
			.replaceAll((match) -> match.group(1).toUpperCase(Locale.ROOT));
	}

	/** Which way is better. */
	public enum Better {

		MORE, LESS, NEITHER

	}

	/** The section of a report that shows a metric. */
	public enum Section {

		/** The first table of a report. */
		THROUGHPUT,

		/** What a request costs. */
		COST,

		/** What a request holds while it waits. */
		WAITING,

		/** What faults did to the load. */
		FAULTS,

		/** What the app held and gave back. */
		HELD,

		/** The prediction in figures. */
		PREDICTION,

		/** What programs measure besides. */
		PROGRAM,

		/** In {@code result.json} only. */
		DETAIL

	}

}
