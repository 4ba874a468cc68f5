package lab.harness.advise;

import java.util.List;
import java.util.Map;
import java.util.Objects;

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
		Advice own = Advice.of(new Workload(300.0, times(1000.0, null, null), amounts, 64 * 1024.0, 40 * MIB));
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
		assertThat(new Workload.Times(500.0, null, 3.0).request()).isEqualTo(503);
		assertThat(new Workload.Times(null, null, null).request()).isNull();
	}

	@Test
	void refusedShouldBeErlangsLoss() {
		// B(1, 1) = 1/2; B(2, 1) = (1/2) / (1 + 1 + 1/2) = 1/5; B(2, 2) = 2 / (1 + 2 + 2)
		assertThat(ErlangLoss.refused(1, 1)).isEqualTo(0.5);
		assertThat(ErlangLoss.refused(2, 1)).isEqualTo(0.2, offset(1e-12));
		assertThat(ErlangLoss.refused(2, 2)).isEqualTo(0.4, offset(1e-12));
		assertThat(ErlangLoss.permits(1, 0.2)).isEqualTo(2);
	}

	private static Advice advice(@Nullable Double rate, Workload.Times times, Map<Resource, Double> amounts) {
		return Advice.of(new Workload(rate, times, amounts, null, null));
	}

	private static Workload.Times times(@Nullable Double waiting, @Nullable Double query, @Nullable Double cpu) {
		return new Workload.Times(waiting, query, cpu);
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
