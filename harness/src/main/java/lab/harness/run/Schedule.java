package lab.harness.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Program;
import lab.harness.model.experiment.RecordedLoad;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service.Backend;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Together;
import lab.harness.model.experiment.Variant;
import lab.harness.run.HttpRunner.Started;

/**
 * The order of the runs, and the time that they take. Each round runs every variant at
 * every point in random order, so that a drift of the machine does not always meet the
 * same variant. A group is what the same start of JVMs measures: a run, or the points of
 * a variant one after the other, or the variants of a point at the same time, or both.
 *
 * @param groups the runs in their order, those of a group by {@link #stages}
 * @param isTried whether the first group decides if there is room for runs at the same
 * time
 */
public record Schedule(List<List<Run>> groups, boolean isTried) {

	/** The time to start backend and app. */
	private static final Duration START = Duration.ofSeconds(6);

	/** The time to start JMeter for a warm-up, and until the app is at rest after it. */
	private static final Duration AROUND_WARM_UP = Duration.ofSeconds(3);

	/** The time in which compilers rest that have little to do. */
	private static final Duration SOON = Duration.ofSeconds(15);

	/** The time to start JMeter, to drain, to stop all and to analyse the run. */
	private static final Duration AROUND_LOAD = Duration.ofSeconds(6);

	/** The longest load that shows whether there is room for runs at the same time. */
	private static final Duration TRIAL = Duration.ofSeconds(25);

	/** The time to measure what a service serves at most, and until it is at rest. */
	private static final Duration CAPACITY = Duration.ofSeconds(30);

	/** The longest time that is announced in seconds. */
	private static final Duration IN_SECONDS = Duration.ofSeconds(90);

	/** The expected time of a program whose experiment does not state it. */
	private static final Duration PROGRAM = Duration.ofSeconds(20);

	private static final int APP_MIB = 700;

	private static final int BACKEND_MIB = 400;

	/** What JMeter takes besides its heap. */
	private static final int JMETER_MIB = 200;

	public Schedule {
		groups = List.copyOf(groups);
	}

	/**
	 * The schedule of an experiment.
	 * @param rounds 1 or more
	 * @param seed determines order and delays
	 */
	public static Schedule of(Experiment experiment, int rounds, long seed) {
		List<List<Run>> groups = new ArrayList<>();
		for (int round = 1; round <= rounds; round++) {
			long roundSeed = seed(seed, round);
			List<Run> block = new ArrayList<>();
			for (Variant variant : experiment.variants()) {
				for (Point point : variant.axis().points()) {
					block.add(new Run(variant.at(point), point, round, roundSeed));
				}
			}
			Collections.shuffle(block, new SplittableRandom(roundSeed));
			// Memory only grows, so the points of all variants come in the same order.
			List<Point> points = block.stream().map(Run::point).distinct().toList();
			by(block,
					(run) -> List.of(run.variant().keep() ? Point.NONE : run.point(),
							(experiment.together() == Together.FALSE) ? run.variant().name() : ""))
				.forEach((group) -> groups.add(
						group.stream().sorted(Comparator.comparingInt((run) -> points.indexOf(run.point()))).toList()));
		}
		boolean isTried = experiment.together() == Together.AUTO && stages(groups.getFirst()).getFirst().size() > 1;
		if (isTried) {
			// The one that decides has the most load.
			List<Run> most = Collections.max(groups, Comparator.comparing(Schedule::greatest));
			groups.remove(most);
			groups.addFirst(most);
		}
		return new Schedule(groups, isTried);
	}

	private static double greatest(List<Run> group) {
		return group.stream().mapToDouble((run) -> run.point().value()).max().orElseThrow();
	}

	/** Groups by a key, in the order in which each key comes first. */
	static <T> List<List<T>> by(List<T> runs, Function<T, ?> key) {
		return List.copyOf(
				runs.stream().collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList())).values());
	}

	/** A copy in which the variants run one after the other. */
	Schedule oneByOne() {
		return new Schedule(
				this.groups.stream().flatMap((group) -> by(group, (run) -> run.variant().name()).stream()).toList(),
				false);
	}

	/** The runs of a group that are measured at the same time, point after point. */
	public static List<List<Run>> stages(List<Run> group) {
		return by(group, Run::point);
	}

	public List<Run> runs() {
		return this.groups.stream().flatMap(List::stream).toList();
	}

	/** The time that it takes on a quiet machine, where nothing is repeated. */
	public Duration least() {
		return planned().minus(this.isTried ? TRIAL : Duration.ZERO)
			.minus(this.groups.stream()
				.flatMap((group) -> stages(group).getFirst().stream())
				.map(Schedule::spared)
				.reduce(Duration.ZERO, Duration::plus));
	}

	/** The time that it takes where every warm-up needs all of its time. */
	public Duration planned() {
		return this.groups.stream().map(Schedule::time).reduce(this.isTried ? TRIAL : Duration.ZERO, Duration::plus);
	}

	/** The time that is spared by a warm-up whose compilers rest soon. */
	private static Duration spared(Run run) {
		return (run.variant().subject() instanceof Service service)
				? longer(service.load().warmUp().warmUp().minus(SOON), Duration.ZERO) : Duration.ZERO;
	}

	/**
	 * The longest that it may take, in whole minutes above 90 s, as it is announced: a
	 * tenth more than planned, since machines differ, each warm-up twice, since on a slow
	 * machine the compilers need it, and time to repeat one group in seven, or a single
	 * one. The short forms repeat no group. The first start is lost if there is no room
	 * for runs at the same time. One app may work on for users who gave up.
	 */
	public Duration most() {
		Duration most = this.isTried ? oneByOne().exactMost().plus(preparation(this.groups.getFirst())).plus(TRIAL)
				: exactMost();
		return (most.compareTo(IN_SECONDS) <= 0) ? most : Duration.ofMinutes(Math.ceilDiv(most.toSeconds(), 60));
	}

	private Duration exactMost() {
		Duration planned = planned();
		Duration longest = this.groups.stream().map(Schedule::time).reduce(Duration.ZERO, Schedule::longer);
		boolean repeats = runs().stream().anyMatch((run) -> run.variant().subject().isOptimised());
		return planned.plus(longer(planned.dividedBy(10), START.multipliedBy(2)))
			.plus(warmUps())
			.plus(repeats ? longer(longest, planned.dividedBy(7)) : Duration.ZERO)
			.plus(runs().stream().anyMatch((run) -> run.variant().subject().hasOpenLoadOrFaults())
					? Started.MIN_DRAIN_LIMIT : Duration.ZERO);
	}

	private Duration warmUps() {
		return this.groups.stream()
			.flatMap((group) -> stages(group).getFirst().stream())
			.map((run) -> (run.variant().subject() instanceof Service service) ? warmUp(service) : Duration.ZERO)
			.reduce(Duration.ZERO, Duration::plus);
	}

	/** The time of a group whose warm-ups are not repeated. */
	static Duration time(List<Run> group) {
		return stages(group).stream()
			.map((stage) -> stage.stream().map(Schedule::measurement).reduce(Duration.ZERO, Schedule::longer))
			.reduce(preparation(group), Duration::plus);
	}

	private static Duration preparation(List<Run> group) {
		return stages(group).getFirst().stream().map(Schedule::preparation).reduce(Duration.ZERO, Duration::plus);
	}

	/**
	 * The memory that the processes of a group need, in MiB: the heaps, and what the JVMs
	 * take besides, as measured.
	 */
	public static int memoryMiB(List<Run> group) {
		return stages(group).stream()
			.mapToInt((stage) -> stage.stream()
				.mapToInt((run) -> (run.variant().subject() instanceof Service service)
						? APP_MIB + BACKEND_MIB + JMETER_MIB + JMeter.heapMiB(service.load()) : APP_MIB)
				.sum())
			.max()
			.orElse(0);
	}

	private static Duration preparation(Run run) {
		return (run.variant().subject() instanceof Service service) ? START.plus(firstAnswer(service))
			.plus(warmUp(service))
			.plus(run.point().axis().equals(Axis.OF_CAPACITY) ? CAPACITY.plus(service.load().ramp()) : Duration.ZERO)
				: Duration.ZERO;
	}

	/** A started service must answer once, which may take twice its mean wait. */
	private static Duration firstAnswer(Service service) {
		Duration wait = service.app().meanWait();
		return (wait != null) ? wait.multipliedBy(2) : Duration.ZERO;
	}

	/**
	 * The last requests of a load still wait when it is over. A wait of less than a
	 * second is part of the time around each load.
	 */
	private static Duration lastAnswers(Service service) {
		Backend backend = service.backend();
		Duration wait = (backend != null) ? Duration.ofSeconds((long) backend.latency().meanMillis() / 1000)
				: service.app().meanWait();
		return Stream.of((wait != null) ? wait : Duration.ZERO, service.load().timeout())
			.min(Duration::compareTo)
			.orElseThrow();
	}

	/** The time of one warm-up of a service. */
	static Duration warmUp(Service service) {
		Duration load = service.load().warmUp().warmUp();
		return load.isZero() ? load : load.plus(AROUND_WARM_UP.multipliedBy(service.load().warmUp().warmUpBursts()));
	}

	private static Duration measurement(Run run) {
		return switch (run.variant().subject()) {
			case RecordedLoad load -> Duration.ZERO;
			case Program program -> (program.takes() != null) ? program.takes() : PROGRAM;
			case Service service -> service.load().measure().plus(lastAnswers(service)).plus(AROUND_LOAD);
		};
	}

	private static Duration longer(Duration one, Duration other) {
		return Stream.of(one, other).max(Duration::compareTo).orElseThrow();
	}

	/**
	 * The seed of a round, below 2^31, since JMeter takes an int. It is a hash, so that
	 * two seeds share no round: with a sum the second round of one would be the first of
	 * the next.
	 */
	static long seed(long seed, int round) {
		long mixed = new SplittableRandom(31 * seed + round).split().nextLong();
		return new SplittableRandom(mixed ^ (seed << 20)).nextInt(Integer.MAX_VALUE);
	}

}
