package lab.harness.model;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The catalogue of the figures of a run. A table shows the metrics of its section that
 * have figures, in this order.
 */
public enum Metric {

	// @formatter:off
	THROUGHPUT(Section.THROUGHPUT, "throughput", "req/s", 1, Better.MORE,
			"successful requests that ended in the window, over the window"),
	CEILING(Section.THROUGHPUT, "ceiling", "req/s", 1, Better.NEITHER,
			"slots / mean delay drawn for the requests completed in the window; for a query or a sleep slots / its time"),
	OF_CEILING(Section.THROUGHPUT, "of ceiling", "%", 2, Better.MORE, "throughput / ceiling"),
	LOSS(Section.THROUGHPUT, "loss", "%", 2, Better.LESS,
			"1 - mean in flight at the backend / slots: the slots that were empty, by the backend's own integral"),
	CPU_CEILING(Section.THROUGHPUT, "CPU ceiling", "req/s", 1, Better.NEITHER,
			"cores / CPU time of a request: of app, backend and generator if they share the cores, of the app alone "
					+ "if it has dedicated cores; an estimate and no bound"),
	OF_CPU_CEILING(Section.THROUGHPUT, "of CPU ceiling", "%", 2, Better.MORE, "throughput / CPU ceiling"),
	TASKS_PER_SECOND(Section.THROUGHPUT, "tasks", "tasks/s", 1, Better.MORE, "tasks completed a second"),
	TASKS_CEILING(Section.THROUGHPUT, "ceiling", "tasks/s", 1, Better.NEITHER,
			"concurrent tasks / service time; for tasks that compute min(threads, cores) / service time of one thread"),
	EVENTS(Section.THROUGHPUT, "events", "/s", 0, Better.MORE, "events of all streams that the app sent, a second"),
	EVENT_DELAY_P50(Section.THROUGHPUT, "event p50", "ms", 1, Better.LESS,
			"median time from the moment at which an event was due until a subscriber had read it"),
	EVENT_DELAY_P99(Section.THROUGHPUT, "event p99", "ms", 1, Better.LESS, "99th percentile of that time"),
	EVENT_DELAY_MAX(Section.THROUGHPUT, "latest event", "ms", 0, Better.LESS, "longest of these times"),
	EVENTS_LOST(Section.THROUGHPUT, "lost events", "events", 0, Better.LESS,
			"events that subscribers asked for and did not get, of those who read"),
	LATENCY_P50(Section.THROUGHPUT, "p50", "ms", 0, Better.LESS, 
			"median latency; a failed request counts with the time that its user waited; of open arrivals those due in the "
					+ "window"),
	LATENCY_P99(Section.THROUGHPUT, "p99", "ms", 0, Better.LESS,
			"99th percentile of the latency, failed requests included"),
	LATENCY_P999(Section.THROUGHPUT, "p99.9", "ms", 0, Better.LESS,
			"99.9th percentile of the latency, failed requests included; absent for fewer than 1000 requests"),
	ERRORS(Section.THROUGHPUT, "errors", "requests", 0, Better.LESS, "failed requests of the whole run"),
	JMETER_SUMMARY(Section.THROUGHPUT, "JMeter's summary", "req/s", 1, Better.MORE,
			"requests a second in JMeter's own summary, which includes ramp, drain and failed requests"),
	NOMINAL_CEILING(Section.DETAIL, "nominal ceiling", "req/s", 1, Better.NEITHER, "slots / mean of the distribution"),
	LATENCY_MEAN(Section.DETAIL, "mean latency", "ms", 1, Better.LESS, "mean latency of the successful requests"),
	LATENCY_P90(Section.DETAIL, "p90", "ms", 0, Better.LESS,
			"90th percentile of the latency, failed requests included"),
	LATENCY_MAX(Section.DETAIL, "longest", "ms", 0, Better.LESS, "longest latency, failed requests included"),
	WINDOW_SECONDS(Section.DETAIL, "window", "s", 1, Better.NEITHER, "length of the window"),
	REQUEST_THREADS(Section.DETAIL, "request threads", "threads", 0, Better.NEITHER,
			"requests that the app serves at once; absent if threads are no limit"),
	SLOTS(Section.DETAIL, "slots", "requests", 0, Better.NEITHER,
			"requests that can wait at the backend at once: min(users, request threads, connections)"),
	OFFERED(Section.DETAIL, "offered", "req/s", 1, Better.NEITHER, "arrivals a second of an open workload"),
	READY(Section.THROUGHPUT, "ready", "s", 2, Better.LESS,
			"time from the start of the app's process until its management port answered"),
	FULL_SPEED(Section.THROUGHPUT, "full speed after", "s", 0, Better.LESS,
			"seconds from the first request to the first second with 95 % of the ceiling, without a warm-up; absent if there was "
					+ "none"),
	APP_CPU(Section.CPU, "app CPU", "ms/request", 3, Better.LESS, 
			"CPU time of the app a request, its compilers left out where the system shows them"),
	OWN_TIME(Section.CPU, "own time", "ms/request", 2, Better.LESS,
			"time that a request which waits once is in the app and not at the backend, the way between them included: "
					+ "mean in flight there and here, each by its own integral, their difference / requests that ended"),
	GENTLE_CPU(Section.CPU, "app CPU, few users", "ms/request", 3, Better.NEITHER,
			"CPU time of the app a request at the end of the warm-up, with few users, its compilers left out"),
	EVENT_CPU(Section.CPU, "app CPU", "µs/event", 1, Better.LESS, "CPU time of the app an event"),
	MEMORY_PER_SUBSCRIBER(Section.MEMORY, "memory", "KiB/subscriber", 0, Better.LESS,
			"mean resident memory / mean subscribers"),
	THROTTLED(Section.CPU, "throttled", "%", 1, Better.LESS,
			"time for which the quota of processor time let no thread of the app run / window, summed over the processors"),
	BACKEND_CPU(Section.CPU, "backend CPU", "ms/request", 3, Better.NEITHER, "CPU time of the backend a request"),
	GENERATOR_CPU(Section.CPU, "JMeter CPU", "ms/request", 3, Better.NEITHER, "CPU time of JMeter a request"),
	NEXT_REQUEST(Section.CPU, "next request after", "ms", 1, Better.LESS,
			"time from an answer to the next request of the same user, in which JMeter works, or waits for a processor: "
					+ "(users - mean requests in flight) / requests that ended a second, by Little's law"),
	PROCESSORS_USED(Section.CPU, "processors", "%", 1, Better.NEITHER,
			"CPU time of app, backend and JMeter / CPU time of all processors"),
	PROCESSORS_OTHERS(Section.CPU, "other programs", "%", 1, Better.NEITHER,
			"CPU time of other programs, of the system and of other guests of the host / CPU time of all processors; runs at the "
					+ "same time are no other programs"),
	PROGRAM_CPU(Section.CPU, "CPU time", "s", 2, Better.LESS, "CPU time of the program"),
	MEMORY_PER_REQUEST(Section.MEMORY, "memory", "KiB/request in flight", 0, Better.LESS,
			"mean resident memory / (throughput × mean latency)"),
	RSS_MEAN(Section.MEMORY, "resident memory", "MiB, mean", 0, Better.LESS,
			"mean resident memory of the app or program"),
	RSS_PEAK(Section.MEMORY, "resident memory", "MiB, peak", 0, Better.LESS,
			"highest sample of the resident memory of the app or program"),
	GENERATOR_RSS(Section.MEMORY, "JMeter", "MiB, peak", 0, Better.LESS, "highest sample of the resident memory of JMeter"),
	PLATFORM_THREADS_MEAN(Section.MEMORY, "platform threads", "mean", 0, Better.NEITHER,
			"mean of the platform threads of the process, the JVM's own included"),
	PLATFORM_THREADS_PEAK(Section.MEMORY, "platform threads", "peak", 0, Better.NEITHER,
			"highest sample of the platform threads of the process"),
	SWITCHES(Section.CPU, "context switches", "a request", 1, Better.LESS,
			"times that a thread of a service of your own was put on a processor, a request"),
	OPEN_CONNECTIONS(Section.MEMORY, "connections", "mean", 0, Better.NEITHER,
			"established connections to a service of your own, mean over the window"),
	SERVING(Section.MEMORY, "serving", "requests, mean", 1, Better.NEITHER,
			"requests that a service of your own was serving, by its own meter, mean over the window"),
	POOL_USED(Section.MEMORY, "database pool", "connections, mean", 1, Better.NEITHER,
			"connections of its database pool in use, by its own meter, mean over the window"),
	POOL_WAITING(Section.MEMORY, "waiting for the pool", "requests, mean", 1, Better.LESS,
			"requests that waited for a connection of its database pool, by its own meter, mean over the window"),
	GC_PAUSES(Section.MEMORY, "GC pauses", "ms", 0, Better.LESS, "time of the window in which the collector paused"),
	FULL_COLLECTIONS(Section.MEMORY, "full collections", "", 0, Better.LESS,
			"pauses of the window in which the collector collected the whole heap"),
	WARM(Section.CPU, "compilers at work", "%", 1, Better.LESS,
			"CPU time of the JVM's compilers / window, or as compilation in progress where the system does not show it: "
					+ "cold code costs more"),
	COMPILING(Section.CPU, "compilation in progress", "%", 1, Better.LESS,
			"share of the window in which the JVM's compilers had begun a compilation, summed over their threads; it "
					+ "also counts the time that they wait for a processor"),
	LIVE_HEAP_WAITING(Section.WAITING, "live heap", "MiB", 1, Better.LESS,
			"heap that the app holds in the middle of the load, garbage collected"),
	RESIDENT_PER_WAITING(Section.WAITING, "resident", "KiB/request", 1, Better.LESS,
			"growth of the mean resident memory since the fewest users / more users; garbage that is not yet "
					+ "collected counts"),
	LIVE_PER_WAITING(Section.WAITING, "live heap", "KiB/request", 1, Better.LESS,
			"growth of the live heap in the middle of the load since the fewest users / more users"),
	ARRAYS_PER_WAITING(Section.WAITING, "arrays", "KiB/request", 1, Better.LESS,
			"the part of the growth in arrays of bytes, characters and numbers: buffers and texts, whose owner a "
					+ "histogram does not show"),
	STACKS_PER_WAITING(Section.WAITING, "stacks", "KiB/request", 1, Better.LESS,
			"the part of the growth in threads and in the frames of waiting virtual threads; the stacks of platform "
					+ "threads are outside the heap"),
	BEFORE(Section.FAULTS, "before", "req/s", 1, Better.MORE, "throughput before the first fault"),
	LOWEST(Section.FAULTS, "lowest", "req/s", 1, Better.MORE,
			"lowest throughput under a fault, mean of 3 s; the lowest of several faults"),
	RECOVERED_AFTER(Section.FAULTS, "recovered after", "s", 1, Better.LESS,
			"seconds from the end of a fault until 95 % of the throughput before, with open arrivals of the share answered "
					+ "before, or until the next fault; the longest of several faults; absent if it did not recover"),
	ANSWERED_IN_TIME(Section.FAULTS, "answered in time", "%", 1, Better.MORE,
			"requests with a successful answer / requests sent, of the whole run; of open arrivals those due after ramp and "
					+ "settling"),
	LAST_IN_TIME(Section.FAULTS, "last in time", "s", 1, Better.NEITHER,
			"seconds from the first open arrival to the last successful answer"),
	LAST_THROUGHPUT(Section.FAULTS, "last 10 s", "req/s", 1, Better.MORE,
			"throughput of open arrivals in the last 10 s of the window, or its last third if that is shorter; where it has "
					+ "collapsed, a mean rate would be that of the length of the run, so there is none"),
	SLEEP_KEPT(Section.FAULTS, "/sleep/1 kept", "%", 1, Better.MORE,
			"share of /sleep/1 answered within 1 s under a fault, over that before"),
	HEALTH_KEPT(Section.FAULTS, "health kept", "%", 1, Better.MORE,
			"share of health checks answered within 1 s under a fault, over that before"),
	REFUSED(Section.FAULTS, "refused", "requests", 0, Better.LESS, "requests whose connection was refused"),
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
			"calls to the backend / requests received by the app; for a service of your own calls that the backend answered in "
					+ "the window / requests that ended in it"),
	RETRIES(Section.HELD, "retries", "calls", 0, Better.LESS, "calls to the backend that repeat one that failed"),
	PREDICTED(Section.PREDICTION, "predicted", "", 1, Better.NEITHER, "the result of the formula of the prediction"),
	MEASURED(Section.PREDICTION, "measured", "", 1, Better.NEITHER, "the measured value of the same quantity, before any fault"),
	OF_PREDICTION(Section.PREDICTION, "of prediction", "%", 2, Better.NEITHER, "measured / predicted"),
	SECONDS(Section.PROGRAM, "time", "s", 3, Better.LESS, "time of all tasks"),
	STARTED(Section.PROGRAM, "started", "tasks", 0, Better.NEITHER, "tasks that a thread began when submitted"),
	QUEUED(Section.PROGRAM, "queued", "tasks", 0, Better.NEITHER, "tasks that the pool queued when submitted"),
	REJECTED(Section.PROGRAM, "rejected", "tasks", 0, Better.NEITHER, "tasks that the pool rejected"),
	FINISHED(Section.PROGRAM, "finished", "tasks", 0, Better.MORE, "tasks that were done when the application had ended"),
	POOL_THREADS(Section.PROGRAM, "pool threads", "most", 0, Better.NEITHER, "most threads of the pool"),
	BEST_THREADS(Section.PROGRAM, "best size", "threads", 0, Better.NEITHER,
			"threads of the pool that had the highest throughput of the sizes tried"),
	OF_BEST(Section.PROGRAM, "of best", "%", 1, Better.MORE,
			"throughput with the predicted threads / highest throughput of the sizes tried"),
	CPU_USED(Section.PROGRAM, "CPU used", "%", 1, Better.LESS,
			"CPU time of the process / time; 100 % is one processor"),
	OWN_WORK(Section.PROGRAM, "own work", "%", 1, Better.MORE,
			"CPU time of platform threads in their tasks / CPU time of the process; the rest is waking and switching"),
	CONTEXT_SWITCHES(Section.PROGRAM, "context switches", "/s", 0, Better.LESS,
			"context switches of all threads of the process a second"),
	GC_SHARE(Section.PROGRAM, "GC", "%", 1, Better.LESS, "share of the time in which the collector worked"),
	MOUNTS(Section.PROGRAM, "mounted", "times", 0, Better.NEITHER, "times that a continuation was run"),
	MOVES(Section.PROGRAM, "moved", "times", 0, Better.NEITHER,
			"times that a virtual thread continued on another carrier"),
	CARRIERS_USED(Section.PROGRAM, "carriers used", "", 0, Better.NEITHER, "carriers that ran a virtual thread"),
	LIVE_HEAP(Section.PROGRAM, "live heap", "MiB", 1, Better.LESS, "heap in use after a full collection"),
	FOREIGN_VALUES(Section.PROGRAM, "foreign values", "tasks", 0, Better.LESS,
			"tasks that found the value of an earlier task in a ThreadLocal"),
	TASKS_IN_DUMP(Section.PROGRAM, "in thread dump", "tasks", 0, Better.MORE,
			"submitted and unfinished tasks that a thread dump shows"),
	ANSWER_MILLIS(Section.PROGRAM, "answer", "ms", 1, Better.LESS, "time until the answer"),
	USELESS_CALLS(Section.PROGRAM, "useless calls", "", 0, Better.LESS,
			"calls that continued to their end after the answer was decided"),
	WORKING_AFTER(Section.PROGRAM, "still working", "calls", 0, Better.LESS,
			"calls that still ran when the caller had its answer"),
	THREADS(Section.PROGRAM, "threads", "started", 0, Better.NEITHER, "threads that could be started"),
	DEPTH(Section.PROGRAM, "depth", "calls", 0, Better.NEITHER, "nested calls until the stack was full"),
	RESERVED(Section.PROGRAM, "reserved", "MiB", 0, Better.LESS,
			"addresses that the JVM has reserved, by its Native Memory Tracking"),
	STACKS(Section.PROGRAM, "stacks", "MiB reserved", 0, Better.LESS,
			"the reserved addresses of the stacks of platform threads"),
	COMMITTED(Section.PROGRAM, "committed", "MiB", 0, Better.LESS,
			"memory that the JVM has committed, by its Native Memory Tracking"),
	RESIDENT(Section.PROGRAM, "resident", "MiB", 0, Better.LESS,
			"resident memory of the process when the program measured it"),
	HEAP(Section.PROGRAM, "heap", "MiB", 1, Better.NEITHER,
			"heap in use at an OutOfMemoryError, garbage included"),
	TASKS_BEFORE(Section.PROGRAM, "before", "tasks/s", 0, Better.MORE, "tasks a second before the neighbour starts"),
	TASKS_LOWEST(Section.PROGRAM, "lowest", "tasks/s", 0, Better.MORE,
			"tasks of the slowest second beside the neighbour"),
	LONGEST_PAUSE(Section.PROGRAM, "longest pause", "ms", 0, Better.LESS,
			"longest delay, beside the neighbour, of a thread that sleeps for a millisecond"),
	RESERVED_PER_THREAD(Section.PROGRAM, "reserved", "KiB/thread", 1, Better.LESS, "growth of reserved / threads"),
	COMMITTED_PER_THREAD(Section.PROGRAM, "committed", "KiB/thread", 1, Better.LESS, "growth of committed / threads"),
	RESIDENT_PER_THREAD(Section.PROGRAM, "resident", "KiB/thread", 1, Better.LESS, "growth of resident / threads"),
	HEAP_PER_THREAD(Section.PROGRAM, "heap", "KiB/thread", 2, Better.LESS, "growth of the live heap / threads");
	// @formatter:on

	/**
	 * One count is enough: the program decides it, or one case shows that it happens.
	 */
	private static final Set<Metric> EXACT = Set.of(STARTED, QUEUED, REJECTED, FINISHED, POOL_THREADS, MOUNTS, MOVES,
			CARRIERS_USED, FOREIGN_VALUES, TASKS_IN_DUMP, USELESS_CALLS, WORKING_AFTER);

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

	public Section section() {
		return this.section;
	}

	/** The head of its column. */
	public String label() {
		return this.label;
	}

	/** The unit; {@code %} for a share, whose value is a fraction of 1. */
	public String unit() {
		return this.unit;
	}

	/** Digits after the decimal point. */
	public int digits() {
		return this.digits;
	}

	public Better better() {
		return this.better;
	}

	/** The definition, in half a sentence. */
	public String meaning() {
		return this.meaning;
	}

	/** Whether it is a share, a fraction of 1 that is shown as a percentage. */
	public boolean share() {
		return this.unit.equals("%");
	}

	/** Whether it is an exact count, for which one run is enough. */
	public boolean exact() {
		return EXACT.contains(this);
	}

	/** Formats a value for people, without the unit except {@code %}. */
	public String format(double value) {
		return String.format(Locale.ROOT, "%." + this.digits + "f", share() ? 100 * value : value)
				+ (share() ? " %" : "");
	}

	/** The name in YAML and JSON, such as {@code tasksPerSecond}. */
	@Override
	public String toString() {
		return camelCase(this);
	}

	public static String camelCase(Enum<?> constant) {
		return Pattern.compile("_([a-z0-9])")
			.matcher(constant.name().toLowerCase(Locale.ROOT))
			.replaceAll((match) -> match.group(1).toUpperCase(Locale.ROOT));
	}

	public enum Better {

		MORE, LESS, NEITHER

	}

	/**
	 * The section of a report that shows a metric. {@link #THROUGHPUT} is the first
	 * table; {@link #DETAIL} is shown in {@code result.json} only.
	 */
	public enum Section {

		THROUGHPUT, CPU, MEMORY, WAITING, FAULTS, HELD, PREDICTION, PROGRAM, DETAIL

	}

}
