package lab.harness.advise;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import lab.harness.advise.Advice.Choice;
import lab.harness.advise.Advice.Guard;
import lab.harness.advise.Advice.Model;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

/**
 * Five workloads, each limited by something else, against figures worked out by hand.
 */
class AdviceTests {

	private static final double MIB = 1024 * 1024;

	private static final double NONE = Double.POSITIVE_INFINITY;

	@Test
	void adviceWhenThreadsAreManyShouldBeLimitedByUsers() {
		Advice advice = advice(null, times(500.0, null, null),
				Map.of(Resource.USERS, 500.0, Resource.REQUEST_THREADS, 800.0, Resource.HTTP_POOL, NONE));
		// 500 / 0.5 s, and 800 / 0.5 s
		assertSmallest(advice, Resource.USERS, 1000);
		assertThat(allows(advice, Resource.REQUEST_THREADS)).isEqualTo(1600);
		assertThat(allows(advice, Resource.HTTP_POOL)).isInfinite();
		assertThat(advice.guard()).isNull();
	}

	@Test
	void adviceWhenThreadsAreFewShouldSayWhatOtherModelsChange() {
		Advice advice = advice(null, times(500.0, null, null),
				Map.of(Resource.USERS, 500.0, Resource.REQUEST_THREADS, 200.0));
		// 200 / 0.5 s
		assertSmallest(advice, Resource.REQUEST_THREADS, 400);
		assertThat(advice.choices()).extracting(Choice::model)
			.containsExactly(Model.PLATFORM, Model.PLATFORM, Model.VIRTUAL, Model.WEBFLUX);
		assertThat(advice.choices()).extracting(Choice::threads).containsExactly(200.0, 500.0, NONE, NONE);
		assertThat(advice.choices()).extracting(Choice::served).containsExactly(400.0, 1000.0, 1000.0, 1000.0);
		// 300 users wait outside of 200 threads.
		assertThat(advice.choices()).extracting(Choice::inFlight).containsExactly(200.0, 500.0, 500.0, 500.0);
		// 500 x 161 KiB
		assertThat(advice.choices().get(2).heldBytes()).isEqualTo(500 * 161 * 1024.0);
	}

	@Test
	void adviceWhenArrivalsExceedTheHttpPoolShouldRefuseTheRest() {
		Advice advice = advice(40.0, times(500.0, null, null),
				Map.of(Resource.HTTP_POOL, 10.0, Resource.REQUEST_THREADS, 200.0));
		// 10 / 0.5 s, half of the 40 that arrive
		assertSmallest(advice, Resource.HTTP_POOL, 20);
		assertThat(advice.excess()).isEqualTo(0.5);
		assertThat(advice.workload().inFlight()).isEqualTo(20);
		Guard guard = Objects.requireNonNull(advice.guard());
		assertThat(guard.permits()).isEqualTo(10);
		assertThat(guard.resource()).isEqualTo(Resource.HTTP_POOL);
		assertThat(guard.refused()).isBetween(0.5, 0.56);
		// All threads are taken; without threads the number grows.
		assertThat(advice.choices()).extracting(Choice::inFlight).containsExactly(200.0, NONE, NONE);
	}

	@Test
	void adviceWhenQueriesAreLongShouldBeLimitedByTheDatabasePool() {
		Advice advice = advice(null, times(null, 50.0, null),
				Map.of(Resource.USERS, 100.0, Resource.REQUEST_THREADS, 200.0, Resource.DATABASE_POOL, 10.0));
		// 10 / 0.05 s on every model
		assertSmallest(advice, Resource.DATABASE_POOL, 200);
		assertThat(advice.choices()).extracting(Choice::served).containsOnly(200.0);
	}

	@Test
	void adviceWhenRequestsComputeShouldBeLimitedByTheCpu() {
		Advice advice = advice(null, times(20.0, null, 8.0),
				Map.of(Resource.USERS, 50.0, Resource.CPU, 2.0, Resource.REQUEST_THREADS, NONE));
		// 2 / 0.008 s; the users alone 50 / 0.028 s
		assertSmallest(advice, Resource.CPU, 250);
		assertThat(allows(advice, Resource.USERS)).isEqualTo(1785.7, offset(0.1));
	}

	@Test
	void adviceWhenTheHeapIsSmallShouldCountTheRequestsThatFit() {
		Map<Resource, Double> amounts = Map.of(Resource.REQUEST_THREADS, NONE, Resource.HEAP, 60 * MIB);
		Advice advice = advice(300.0, times(1000.0, null, null), amounts);
		// (60 - 28) MiB / 161 KiB = 203.5
		assertSmallest(advice, Resource.HEAP, 203);
		assertThat(Objects.requireNonNull(advice.guard()).permits()).isEqualTo(203);
		// (60 - 40) MiB / 64 KiB
		Advice own = Advice
			.of(new Workload(300.0, times(1000.0, null, null), amounts, Set.of(), 64 * 1024.0, 40 * MIB, null));
		assertThat(allows(own, Resource.HEAP)).isEqualTo(320);
	}

	@Test
	void adviceWhenTheHeapDoesNotHoldTheServiceShouldServeNothing() {
		Advice advice = advice(300.0, times(1000.0, null, null), Map.of(Resource.HEAP, 16 * MIB));
		assertSmallest(advice, Resource.HEAP, 0);
		assertThat(advice.excess()).isEqualTo(1);
	}

	@Test
	void guardWhenAllIsServedShouldHaveAReserve() {
		Advice advice = advice(300.0, times(500.0, 20.0, 3.0), Map.of(Resource.REQUEST_THREADS, 200.0));
		// 300 x 0.523 s; 200 / 0.523 s
		assertThat(advice.workload().inFlight()).isEqualTo(156.9, offset(1e-9));
		assertSmallest(advice, Resource.REQUEST_THREADS, 382.4);
		Guard guard = Objects.requireNonNull(advice.guard());
		assertThat(guard.load()).isEqualTo(150);
		assertThat(guard.permits()).isEqualTo(183);
		assertThat(guard.resource()).isNull();
		assertThat(guard.refused()).isLessThanOrEqualTo(0.001);
	}

	/** Calls that queue for a pool for a moment are no reason to refuse them. */
	@Test
	void guardWhenAllIsServedShouldNotBeLimitedByThePool() {
		Advice advice = advice(20.0, times(200.0, null, null), Map.of(Resource.HTTP_POOL, 5.0));
		assertSmallest(advice, Resource.HTTP_POOL, 25);
		// Erlang's formula: 12 permits refuse 0.06 % of a load of 4, 11 refuse 0.19 %.
		assertThat(Objects.requireNonNull(advice.guard()).permits()).isEqualTo(12);
	}

	@Test
	void guardWhenFewCallsAreInProgressShouldHaveAReserveAboveAFifth() {
		Advice advice = advice(10.0, times(500.0, null, null), Map.of());
		// Erlang's formula: 14 permits refuse 0.05 % of a load of 5, 13 refuse 0.13 %.
		assertThat(Objects.requireNonNull(advice.guard()).permits()).isEqualTo(14);
	}

	/** 200 threads keep 200 calls in progress, so a guard of 200 would never refuse. */
	@Test
	void guardWhenAllThreadsWaitShouldLeaveOneFreeToRefuse() {
		Advice advice = advice(600.0, times(500.0, null, null), Map.of(Resource.REQUEST_THREADS, 200.0));
		assertSmallest(advice, Resource.REQUEST_THREADS, 400);
		Guard guard = Objects.requireNonNull(advice.guard());
		assertThat(guard.load()).isEqualTo(300);
		assertThat(guard.permits()).isEqualTo(199);
		assertThat(guard.resource()).isEqualTo(Resource.REQUEST_THREADS);
		// At least 1 - 199 / 300 of the arrivals find no permit.
		assertThat(guard.refused()).isBetween(0.336, 0.36);
		assertThat(advice(600.0, times(500.0, null, null), Map.of(Resource.REQUEST_THREADS, 2.0)).guard()).isNotNull()
			.extracting(Guard::permits)
			.isEqualTo(1);
		assertThat(advice(600.0, times(500.0, null, null), Map.of(Resource.REQUEST_THREADS, 1.0)).guard()).isNull();
	}

	@Test
	void ceilingWhenTimeOrAmountIsUnknownShouldBeAbsent() {
		Advice advice = advice(300.0, times(500.0, null, null), Map.of(Resource.DATABASE_POOL, 10.0));
		assertThat(advice.ceilings()).isEmpty();
		assertThat(advice.smallest()).isNull();
	}

	@Test
	void requestShouldBeTheSumOfTheKnownTimes() {
		assertThat(times(500.0, null, 3.0).request()).isEqualTo(503);
		assertThat(times(null, null, null).request()).isNull();
	}

	@Test
	void refusedShouldBeErlangsLoss() {
		// B(1, 1) = 1/2; B(2, 1) = (1/2) / (1 + 1 + 1/2) = 1/5; B(2, 2) = 2 / (1 + 2 + 2)
		assertThat(Erlang.refused(1, 1)).isEqualTo(0.5);
		assertThat(Erlang.refused(2, 1)).isEqualTo(0.2, offset(1e-12));
		assertThat(Erlang.refused(2, 2)).isEqualTo(0.4, offset(1e-12));
		assertThat(Erlang.servers(1, 0.2)).isEqualTo(2);
	}

	/** One server: as many wait as it is busy. Two: C(2, 1) = (1/5) / (1 - 1/2 x 4/5). */
	@Test
	void delayedShouldBeErlangsDelay() {
		assertThat(Erlang.delayed(1, 0.5)).isEqualTo(0.5, offset(1e-12));
		assertThat(Erlang.delayed(2, 1)).isEqualTo(1 / 3.0, offset(1e-12));
	}

	@Test
	void waitShouldBeThatOfAQueueWithSeveralServers() {
		Advice.Ceiling pool = new Advice.Ceiling(Resource.DATABASE_POOL, 2, 1000);
		// (1/3) / (2 - 1) s, and e^-1 / 3
		assertThat(pool.waitMillis(1)).isEqualTo(333.3, offset(0.1));
		assertThat(pool.waitLongerThan(1000, 1)).isEqualTo(0.1226, offset(0.0001));
	}

	@Test
	void poolWhenConnectionsAreHeldDuringTheCallShouldAllowLess() {
		Workload.Times held = new Workload.Times(500.0, 20.0, null, true, 0);
		Advice advice = advice(300.0, held, Map.of(Resource.DATABASE_POOL, 10.0));
		// 10 / 0.52 s in place of 10 / 0.02 s; a request takes no longer for it
		assertSmallest(advice, Resource.DATABASE_POOL, 19.2);
		assertThat(advice.workload().inFlight()).isEqualTo(156, offset(1e-9));
	}

	@Test
	void queueShouldHoldTheRequestsInsideTheService() {
		Map<Resource, Double> amounts = new HashMap<>(
				Map.of(Resource.USERS, 500.0, Resource.DATABASE_POOL, 10.0, Resource.REQUEST_THREADS, NONE));
		Workload.Times held = new Workload.Times(980.0, 20.0, null, true, 0);
		// 500 users / (10 / 1 s), less the second of the request itself
		assertThat(advice(null, held, amounts).queueMillis()).isEqualTo(49_000, offset(1e-6));
		// Only 200 of them are inside: 200 / (10 / 1 s) - 1 s
		amounts.put(Resource.REQUEST_THREADS, 200.0);
		assertThat(advice(null, held, amounts).queueMillis()).isEqualTo(19_000, offset(1e-6));
		amounts.remove(Resource.USERS);
		amounts.put(Resource.REQUEST_THREADS, NONE);
		assertThat(advice(11.0, held, amounts).queueMillis()).isInfinite();
	}

	@Test
	void connectionsShouldLimitTomcatAndNotNetty() {
		Map<Resource, Double> amounts = Map.of(Resource.USERS, 10_000.0, Resource.REQUEST_THREADS, NONE,
				Resource.HTTP_POOL, NONE);
		Advice advice = Advice.of(workload(null, times(500.0, null, null), amounts).withDefaults(true));
		// 8192 / 0.5 s, and 10,000 / 0.5 s
		assertSmallest(advice, Resource.CONNECTIONS, 16_384);
		assertThat(advice.choice(Model.WEBFLUX).served()).isEqualTo(20_000);
		assertThat(advice.choice(Model.VIRTUAL).inFlight()).isEqualTo(8192);
		// More platform threads than connections would do nothing.
		assertThat(advice.choice(Model.PLATFORM).threads()).isEqualTo(8192);
		Advice overload = advice(20_000.0, times(500.0, null, null),
				Map.of(Resource.REQUEST_THREADS, NONE, Resource.CONNECTIONS, 8192.0));
		assertThat(overload.choice(Model.VIRTUAL).inFlight()).isEqualTo(8192);
		assertThat(overload.choice(Model.WEBFLUX).smallest()).isNotNull()
			.extracting(Advice.Ceiling::resource)
			.isEqualTo(Resource.HTTP_POOL);
		assertThat(overload.choice(Model.WEBFLUX).inFlight()).isInfinite();
	}

	@Test
	void usersWhoThinkShouldArriveLessOften() {
		Workload.Times times = new Workload.Times(500.0, null, null, false, 9500);
		Advice advice = advice(null, times, Map.of(Resource.USERS, 10_000.0, Resource.REQUEST_THREADS, 800.0));
		// 10,000 / (0.5 + 9.5) s, of whom 1000 x 0.5 s are waiting
		assertSmallest(advice, Resource.USERS, 1000);
		assertThat(advice.present().inFlight()).isEqualTo(500, offset(1e-9));
		// They are many, so calls need a guard: 1.2 x 500
		assertThat(Objects.requireNonNull(advice.guard()).permits()).isEqualTo(600);
		// 200 threads / 0.5 s: an answer takes 10,000 / 400 - 9.5 s
		Advice few = advice(null, times, Map.of(Resource.USERS, 10_000.0, Resource.REQUEST_THREADS, 200.0));
		assertSmallest(few, Resource.REQUEST_THREADS, 400);
		assertThat(few.responseMillis()).isEqualTo(15_500, offset(1e-6));
		assertThat(few.present().inFlight()).isEqualTo(200);
	}

	@Test
	void usersWhoKeepAConnectionShouldOccupyIt() {
		Workload.Times times = new Workload.Times(500.0, null, null, false, 20_000);
		Map<Resource, Double> amounts = Map.of(Resource.USERS, 10_000.0, Resource.CONNECTIONS, 8192.0,
				Resource.REQUEST_THREADS, NONE);
		Advice advice = advice(null, times, amounts);
		// 8192 / 20.5 s, of whom 399.6 x 0.5 s are not thinking
		assertSmallest(advice, Resource.CONNECTIONS, 399.6);
		assertThat(advice.responseMillis()).isEqualTo(500, offset(1e-6));
		assertThat(advice.present().inFlight()).isEqualTo(199.8, offset(0.05));
		// Tomcat closes it after a minute: 8192 / 60.5 s, and 10,000 / 120.5 s
		Advice patient = advice(null, new Workload.Times(500.0, null, null, false, 120_000), amounts);
		assertThat(allows(patient, Resource.CONNECTIONS)).isEqualTo(135.4, offset(0.05));
		assertSmallest(patient, Resource.USERS, 83);
	}

	@Test
	void defaultsShouldFillInWhatIsUnknown() {
		Workload filled = workload(300.0, times(500.0, null, null), Map.of(Resource.REQUEST_THREADS, 50.0))
			.withDefaults(true);
		assertThat(filled.amounts()).containsOnly(Map.entry(Resource.REQUEST_THREADS, 50.0),
				Map.entry(Resource.CONNECTIONS, 8192.0), Map.entry(Resource.ACCEPT_QUEUE, 100.0));
		assertThat(filled.assumed()).containsOnly(Resource.CONNECTIONS, Resource.ACCEPT_QUEUE);
		// A server of another kind has other defaults, but a pool is a pool.
		assertThat(workload(300.0, times(null, 5.0, null), Map.of()).withDefaults(false).amounts())
			.containsOnly(Map.entry(Resource.DATABASE_POOL, 10.0));
	}

	private static Advice advice(@Nullable Double rate, Workload.Times times, Map<Resource, Double> amounts) {
		return Advice.of(workload(rate, times, amounts));
	}

	private static Workload workload(@Nullable Double rate, Workload.Times times, Map<Resource, Double> amounts) {
		return new Workload(rate, times, amounts, Set.of(), null, null, null);
	}

	private static Workload.Times times(@Nullable Double waiting, @Nullable Double query, @Nullable Double cpu) {
		return new Workload.Times(waiting, query, cpu, false, 0);
	}

	private static void assertSmallest(Advice advice, Resource resource, double throughput) {
		Advice.Ceiling smallest = Objects.requireNonNull(advice.smallest());
		assertThat(smallest.resource()).isEqualTo(resource);
		assertThat(smallest.throughput()).isEqualTo(throughput, offset(0.05));
	}

	private static double allows(Advice advice, Resource resource) {
		List<Double> found = advice.ceilings()
			.stream()
			.filter((ceiling) -> ceiling.resource() == resource)
			.map(Advice.Ceiling::throughput)
			.toList();
		assertThat(found).hasSize(1);
		return found.getFirst();
	}

}
