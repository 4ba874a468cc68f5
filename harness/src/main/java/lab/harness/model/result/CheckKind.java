package lab.harness.model.result;

import java.util.Locale;
import java.util.Set;

import static lab.harness.model.result.ClaimKind.ALL;
import static lab.harness.model.result.ClaimKind.BEHAVIOUR;
import static lab.harness.model.result.ClaimKind.COST;
import static lab.harness.model.result.ClaimKind.DIFFERENCE;
import static lab.harness.model.result.ClaimKind.LATENCY;
import static lab.harness.model.result.ClaimKind.LOSS;
import static lab.harness.model.result.ClaimKind.NOT_THE_LIMIT;
import static lab.harness.model.result.ClaimKind.PROCESSORS;

/**
 * The catalogue of the checks, from which the reference page is generated.
 */
public enum CheckKind {

	// @formatter:off
	LAW(Blame.MODEL, Set.of(DIFFERENCE, LOSS, COST, LATENCY, BEHAVIOUR),
			"requests in flight, integrated over the window / users: Little's law; for a foreign JTL an upper bound only",
			"a closed workload",
			"Users were not always waiting for a response: the generator was starved of CPU, requests were lost, or "
					+ "the number of users is wrong"),
	BELOW_CEILING(Blame.MODEL, ALL, "throughput / ceiling",
			"each request waits once, for the backend, a query or a sleep; programs with a ceiling",
			"The throughput is impossible: requests were answered without the backend or counted twice, or the reported "
					+ "limit of threads is wrong"),
	BACKEND_DELAY_GIVEN(Blame.MACHINE, Set.of(DIFFERENCE, LATENCY), "mean delay given − mean delay drawn, in ms",
			"requests call the backend; with faults, up to the first one",
			"The backend's timer was late: the machine was too busy, so the backend was slower than the law assumes"),
	BACKEND_DELAY_DRAWN(Blame.INSTRUMENT, ALL, "mean delay drawn − mean of the distribution, in ms",
			"requests call the backend; with faults, up to the first one",
			"The backend draws from another distribution than the experiment says"),
	LEDGER_SENT(Blame.MODEL, ALL,
			"requests sent − refused − received by the app, whole run", "a shipped service that lives",
			"Requests were lost or repeated between JMeter and the app, or another client sent requests"),
	LEDGER_APP(Blame.MODEL, ALL, "requests received − completed − abandoned, whole run", "a shipped service that lives",
			"The app still holds requests after the drain, or lost count"),
	LEDGER_ANSWERS(Blame.MODEL, ALL, "answers of the app − answers at the clients, whole run",
			"a service under faults or open arrivals that lives", "The two sides do not count the same answers"),
	LEDGER_BACKEND(Blame.MODEL, ALL, "calls begun by the app − received by the backend − failed connects, whole run",
			"a shipped service that lives",
			"A client repeated or dropped calls, another process called the backend, or the app called another backend"),
	EVENTS(Blame.MODEL, ALL,
			"events that subscribers asked for − received, or − sent by the app if all read; the greater difference",
			"subscribers of streams", "Events were lost on the way, or the app counted others than it sent"),
	BACKEND_CALLS(Blame.MODEL, Set.of(ClaimKind.LAW, NOT_THE_LIMIT, PROCESSORS, DIFFERENCE, LOSS, COST, LATENCY),
			"calls that the backend completed / responses, in the window",
			"a service without a ledger whose first request called the backend once",
			"Not every request called the backend once: a cache answered, or calls were repeated or left out"),
	MACHINE_IDLE(Blame.MACHINE, Set.of(DIFFERENCE, LATENCY), "idle share of the CPU time of all processors in the window",
			"all processes share the processors, the workload is closed and the CPU is not the limit by the law",
			"The CPU and not the model limited the throughput; use fewer users or more cores, or stop other programs"),
	BELOW_CPU_CEILING(Blame.INSTRUMENT, Set.of(PROCESSORS, DIFFERENCE, COST, LATENCY),
			"CPU time of the runs and idle time / time of the processors; that of the app / that of its own cores, if greater",
			"a service whose CPU time is visible",
			"The CPU time is impossible: that of a process, or of idle processors, was counted wrong"),
	QUOTA(Blame.INSTRUMENT, ALL, "CPU time of the app / window / its processors", "a variant with `cpus`",
			"The app used more than its processors, so the limit was not in force"),
	TOGETHER_IDLE(Blame.LOAD, Set.of(COST), "least idle share of all processors in any 5 s of the window",
			"runs at the same time",
			"The runs took processors from each other: use fewer users, or let them run one after the other"),
	TOGETHER_CEILING(Blame.LOAD, Set.of(COST), "throughput / ceiling", "runs at the same time that have a ceiling",
			"The throughput was not what the law fixes, so the runs did not do the same work"),
	TOGETHER_BACKEND(Blame.LOAD, Set.of(COST), "mean delay given − mean delay drawn, in ms",
			"runs at the same time that call the backend",
			"The backend was late, so the runs did not do the work that the law fixes: use fewer users"),
	GENERATOR_IDLE(Blame.MACHINE, Set.of(DIFFERENCE, LATENCY), "idle share of the CPU time of the generator's processors",
			"the app has cores of its own", "The generator had too little CPU, so it and not the app limited the throughput"),
	MACHINE_STEAL(Blame.MACHINE, Set.of(PROCESSORS, DIFFERENCE, LATENCY),
			"share of the processors' time that the hypervisor gave to other guests",
			"every run but a program that only counts",
			"Other guests of the host took CPU; repeat the run later or elsewhere"),
	CONNECTIONS(Blame.INSTRUMENT, Set.of(DIFFERENCE, LOSS, COST, LATENCY),
			"established connections to the app, in the sample that differs most from the users",
			"a shipped service under a closed workload without faults",
			"Connections were closed and reopened, or not all users had started"),
	THREAD_KIND(Blame.MODEL, ALL,
			"share of the requests served by the kind of thread of the app's model", "a shipped service",
			"The app does not follow its model: `spring.threads.virtual.enabled` was changed"),
	PROBE_COVERAGE(Blame.MACHINE, Set.of(NOT_THE_LIMIT, PROCESSORS),
			"seconds of the window with fresh counters / its seconds",
			"a service that may not exit", "A management port was too slow to answer: the machine was overloaded"),
	ARRIVALS(Blame.INSTRUMENT, ALL, "requests sent in the window / those due", "open arrivals",
			"The generator could not send in time: it was starved of CPU, or all its users were waiting"),
	ARRIVALS_MEDIAN(Blame.INSTRUMENT, Set.of(DIFFERENCE, LATENCY),
			"median time from the intended to the actual sending of a request, in ms",
			"open arrivals", "The generator was late most of the time: latencies are those of the generator"),
	ARRIVALS_ON_TIME(Blame.INSTRUMENT, Set.of(DIFFERENCE, LATENCY),
			"99th percentile of the time from the intended to the actual sending of a request, in ms", "open arrivals",
			"The generator stood still, or had no user free, for a part of the requests: their latency, and p99, is its own"),
	NO_LEAK(Blame.EXPECTATION, Set.of(), "permits of the bulkhead and connections to the backend held after the drain",
			"a service under faults or open arrivals that lives",
			"A failed request does not release its permit or connection"),
	THREADS_BACK(Blame.EXPECTATION, Set.of(), "platform threads after the drain − those before the load",
			"a service under faults or open arrivals that lives", "Threads were started and do not end"),
	MEMORY_BACK(Blame.EXPECTATION, Set.of(),
			"live heap after the drain − that before the load, in MiB, garbage collected",
			"as `threads-back`, for a process whose JDK has jcmd", "The app still holds the memory of the load"),
	NO_ZOMBIE(Blame.EXPECTATION, Set.of(), "1 for a process that lives and no longer answers", "a service that may exit",
			"The process neither serves nor exits, so an orchestrator would not replace it"),
	WORKERS(Blame.INSTRUMENT, ALL, "seconds that a remote worker was silent while another still sent",
			"a JTL of several remote workers",
			"A worker died, was cut off or began too late; or the clocks of their machines differ"),
	WARM(Blame.CODE, Set.of(PROCESSORS, DIFFERENCE, LOSS, COST, LATENCY),
			"CPU time of the JVM's compilers / window", "a service with the optimising compiler",
			"The compilers still worked: cold code costs more CPU and time than the same code later"),
	THEORY(Blame.MODEL, ALL, "the count of a program against that of theory", "a program that prints checks",
			"The program contradicts theory, or theory is wrong"),
	AT_CEILING(Blame.EXPECTATION, Set.of(),
			"mean requests in flight at the backend / min(users, request threads); without a backend throughput / ceiling",
			"promised with `expect`, and the CPU is not the limit by the law",
			"Something other than the model limited the throughput: a small pool, a nearly saturated machine, or a JVM "
					+ "that was still warming up"),
	STEADY(Blame.EXPECTATION, Set.of(DIFFERENCE, LATENCY),
			"throughput / ceiling of the second half over that of the first",
			"promised with `expect`; a foreign JTL", "The app was still warming up, or something changed during the run"),
	NO_ERRORS(Blame.EXPECTATION, Set.of(ClaimKind.LAW, NOT_THE_LIMIT, PROCESSORS, DIFFERENCE, LOSS, COST, LATENCY),
			"failed requests / all requests of the whole run",
			"a closed workload without faults, unless `expect` has `errors`; promised with `expect`; a foreign JTL",
			"Requests failed; `errorKinds` lists the causes"),
	SERVED(Blame.EXPECTATION, ALL, "successful requests of the whole run",
			"a service under faults or open arrivals that may not exit, unless `expect` has `errors`",
			"No request was served, so nothing is known of the service; `errorKinds` lists the causes"),
	NONE_LOST(Blame.EXPECTATION, Set.of(), "requests that the app accepted and did not answer", "promised with `expect`",
			"The app dropped requests: it closed connections in use, ended too soon, or kept them longer than their "
					+ "clients wait"),
	RECOVERS(Blame.EXPECTATION, Set.of(), "seconds from the end of a fault until 95 % of the throughput was back",
			"promised with `expect`",
			"The effects of the fault persist: queues, threads, or a circuit breaker that stays open");
	// @formatter:on

	private final Blame blame;

	private final Set<ClaimKind> withholds;

	private final String compares;

	private final String applies;

	private final String failure;

	CheckKind(Blame blame, Set<ClaimKind> withholds, String compares, String applies, String failure) {
		this.blame = blame;
		this.withholds = withholds;
		this.compares = compares;
		this.applies = applies;
		this.failure = failure;
	}

	/** Whom a failure blames, unless the run shows another. */
	public Blame blame() {
		return this.blame;
	}

	/** The claims that a failure withholds. */
	public Set<ClaimKind> withholds() {
		return this.withholds;
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

		/** Code that the JVM still compiles. */
		CODE,

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
