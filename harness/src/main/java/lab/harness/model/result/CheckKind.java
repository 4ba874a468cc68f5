package lab.harness.model.result;

import java.util.Locale;

/**
 * The catalogue of the checks, from which the reference page is generated.
 */
public enum CheckKind {

	// @formatter:off
	LAW(Blame.MODEL,
			"requests in flight, integrated over the window / users: Little's law; for a foreign JTL an upper bound only",
			"a closed workload",
			"Users were not always waiting for a response: the generator was starved of CPU, requests were lost, or "
					+ "the number of users is wrong"),
	BELOW_CEILING(Blame.MODEL, "throughput / ceiling",
			"each request waits once, for the backend, a query or a sleep; programs with a ceiling",
			"The throughput is impossible: requests were answered without the backend or counted twice, or the reported "
					+ "limit of threads is wrong"),
	BACKEND_DELAY_GIVEN(Blame.MACHINE, "mean delay given − mean delay drawn, in ms",
			"requests call the backend; with faults, up to the first one",
			"The backend's timer was late: the machine was too busy, so the backend was slower than the law assumes"),
	BACKEND_DELAY_DRAWN(Blame.INSTRUMENT, "mean delay drawn − mean of the distribution, in ms",
			"requests call the backend; with faults, up to the first one",
			"The backend draws from another distribution than the experiment says"),
	LEDGER_SENT(Blame.MODEL, "requests sent − refused − received by the app, whole run", "a shipped service that lives",
			"Requests were lost or repeated between JMeter and the app, or another client sent requests"),
	LEDGER_APP(Blame.MODEL, "requests received − completed − abandoned, whole run", "a shipped service that lives",
			"The app still holds requests after the drain, or lost count"),
	LEDGER_ANSWERS(Blame.MODEL, "answers of the app − answers at the clients, whole run",
			"a service under faults or open arrivals that lives", "The two sides do not count the same answers"),
	LEDGER_BACKEND(Blame.MODEL, "calls begun by the app − received by the backend − failed connects, whole run",
			"a shipped service that lives",
			"A client repeated or dropped calls, another process called the backend, or the app called another backend"),
	MACHINE_IDLE(Blame.MACHINE, "idle share of the CPU time of all processors in the window",
			"all processes share the processors, the workload is closed and the CPU is not the limit by the law",
			"The CPU and not the model limited the throughput; use fewer users or more cores, or stop other programs"),
	BELOW_CPU_CEILING(Blame.INSTRUMENT, "CPU time used / CPU time of the processors",
			"the CPU is the limit by the law, or the app has cores of its own",
			"The CPU time is impossible: that of a process was counted wrong"),
	GENERATOR_IDLE(Blame.MACHINE, "idle share of the CPU time of the generator's processors",
			"the app has cores of its own", "The generator had too little CPU, so it and not the app limited the throughput"),
	MACHINE_STEAL(Blame.MACHINE, "share of the processors' time that the hypervisor gave to other guests",
			"every run but a program that only counts",
			"Other guests of the host took CPU; repeat the run later or elsewhere"),
	CONNECTIONS(Blame.INSTRUMENT, "established connections to the app, in the sample that differs most from the users",
			"a shipped service under a closed workload without faults",
			"Connections were closed and reopened, or not all users had started"),
	THREAD_KIND(Blame.MODEL, "share of the requests served by the kind of thread of the app's model", "a shipped service",
			"The app does not follow its model: `spring.threads.virtual.enabled` was changed"),
	PROBE_COVERAGE(Blame.MACHINE, "seconds of the window with fresh counters / its seconds",
			"a service that may not exit", "A management port was too slow to answer: the machine was overloaded"),
	ARRIVALS(Blame.INSTRUMENT, "requests sent in the window / those due", "open arrivals",
			"The generator could not send in time: it was starved of CPU, or all its users were waiting"),
	ARRIVALS_MEDIAN(Blame.INSTRUMENT, "median time from the intended to the actual sending of a request, in ms",
			"open arrivals", "The generator was late most of the time: latencies are those of the generator"),
	ARRIVALS_ON_TIME(Blame.INSTRUMENT,
			"99th percentile of the time from the intended to the actual sending of a request, in ms", "open arrivals",
			"The generator stood still, or had no user free, for a part of the requests: their latency, and p99, is its own"),
	NO_LEAK(Blame.MODEL, "permits of the bulkhead and connections to the backend held after the drain",
			"a service under faults or open arrivals that lives",
			"A failed request does not release its permit or connection"),
	THREADS_BACK(Blame.MODEL, "platform threads after the drain − those before the load",
			"a service under faults or open arrivals that lives", "Threads were started and do not end"),
	MEMORY_BACK(Blame.MODEL, "live heap after the drain − that before the load, in MiB, garbage collected",
			"as `threads-back`, for a process whose JDK has jcmd", "The app still holds the memory of the load"),
	NO_ZOMBIE(Blame.MODEL, "1 for a process that lives and no longer answers", "a service that may exit",
			"The process neither serves nor exits, so an orchestrator would not replace it"),
	WORKERS(Blame.INSTRUMENT, "seconds that a remote worker was silent while another still sent",
			"a JTL of several remote workers",
			"A worker died, was cut off or began too late; or the clocks of their machines differ"),
	THEORY(Blame.MODEL, "the count of a program against that of theory", "a program that prints checks",
			"The program contradicts theory, or theory is wrong"),
	AT_CEILING(Blame.EXPECTATION,
			"mean requests in flight at the backend / min(users, request threads); without a backend throughput / ceiling",
			"promised with `expect`, and the CPU is not the limit by the law",
			"Something other than the model limited the throughput: a small pool, a nearly saturated machine, or a JVM "
					+ "that was still warming up"),
	STEADY(Blame.EXPECTATION, "throughput / ceiling of the second half over that of the first",
			"promised with `expect`; a foreign JTL", "The app was still warming up, or something changed during the run"),
	NO_ERRORS(Blame.EXPECTATION, "failed requests of the whole run", "promised with `expect`; a foreign JTL",
			"Requests failed; `errorKinds` lists the causes"),
	NONE_LOST(Blame.EXPECTATION, "requests that the app accepted and did not answer", "promised with `expect`",
			"The app dropped requests: it closed connections in use, ended too soon, or kept them longer than their "
					+ "clients wait"),
	RECOVERS(Blame.EXPECTATION, "seconds from the end of a fault until 95 % of the throughput was back",
			"promised with `expect`",
			"The effects of the fault persist: queues, threads, or a circuit breaker that stays open");
	// @formatter:on

	private final Blame blame;

	private final String compares;

	private final String applies;

	private final String failure;

	CheckKind(Blame blame, String compares, String applies, String failure) {
		this.blame = blame;
		this.compares = compares;
		this.applies = applies;
		this.failure = failure;
	}

	/** Whom a failure blames, unless the run shows another. */
	public Blame blame() {
		return this.blame;
	}

	public String compares() {
		return this.compares;
	}

	public String applies() {
		return this.applies;
	}

	public String failure() {
		return this.failure;
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** The cause of a failed check. A run that blames the machine alone is repeated. */
	public enum Blame {

		/** Other programs, or other guests of the host. */
		MACHINE,

		/** The load of the run, whose own CPU time fills the processors. */
		LOAD,

		/** The generator, the backend or the probe. */
		INSTRUMENT,

		MODEL,

		/** The experiment, which promised something else. */
		EXPECTATION;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
