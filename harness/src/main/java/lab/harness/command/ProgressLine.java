package lab.harness.command;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import lab.harness.probe.Measurement;
import lab.harness.probe.Progress;
import lab.harness.schedule.Run;
import org.jspecify.annotations.Nullable;

/**
 * What a run is doing, its throughput now and the time left. On a terminal one line that
 * is written over; in a log a line for each phase. What is left is expected to take
 * longer or shorter than planned by as much as the finished runs did on average.
 */
final class ProgressLine implements Progress {

	/** Start of the processes and of two JMeter processes, drain and stop. */
	private static final Duration OVERHEAD = Duration.ofSeconds(14);

	/** Start, drain and rest of one more warm-up. */
	private static final Duration REPEAT_OVERHEAD = Duration.ofSeconds(10);

	private final PrintStream out;

	private final boolean terminal;

	private final List<Run> runs;

	private final InstantSource clock;

	private Instant began;

	private int number;

	private Phase phase = Phase.STARTING;

	private Instant phaseBegan;

	private Instant runBegan;

	/** What the run takes that no plan has. */
	private Duration unplanned = Duration.ZERO;

	/** Time that the finished runs took over the time planned for them. */
	private double pace = 1;

	private @Nullable Double rate;

	ProgressLine(PrintStream out, boolean terminal, List<Run> runs, InstantSource clock) {
		this.out = out;
		this.terminal = terminal;
		this.runs = new ArrayList<>(runs);
		this.clock = clock;
		this.began = clock.instant();
		this.phaseBegan = this.began;
		this.runBegan = this.began;
	}

	/** The next run begins. */
	synchronized void next() {
		this.runBegan = this.clock.instant();
		this.unplanned = Duration.ZERO;
		if (this.number == 0) {
			this.began = this.runBegan;
		}
		else {
			this.pace = (double) Duration.between(this.began, this.runBegan).toMillis()
					/ expected(this.runs.subList(0, this.number)).toMillis();
		}
		this.number++;
	}

	/** One more run at the end: that of before, made again. */
	synchronized void again(Run run) {
		this.runs.add(run);
	}

	@Override
	public synchronized void phase(Phase phase, Duration expected) {
		this.phase = phase;
		this.phaseBegan = this.clock.instant();
		// Where runs are finished, the pace has it already.
		if (phase == Phase.WARMING_UP_AGAIN && this.number == 1) {
			this.unplanned = this.unplanned.plus(expected);
		}
		this.rate = null;
		show(expected.isZero() ? "" : " " + expected.toSeconds() + " s", this.terminal ? "" : "\n");
	}

	@Override
	public synchronized void rate(double requestsPerSecond) {
		this.rate = requestsPerSecond;
		if (this.terminal) {
			show(" " + Duration.between(this.phaseBegan, this.clock.instant()).toSeconds() + " s", "");
		}
	}

	/** Says how a run ended, in a line that stays. */
	synchronized void say(String words) {
		this.out.print((this.terminal ? "\r\033[K" : "") + head() + words + "\n");
	}

	private void show(String time, String end) {
		this.out.print((this.terminal ? "\r\033[K" : "") + head() + this.phase + time
				+ ((this.rate != null) ? ", " + Math.round(this.rate) + " req/s" : "") + ", about " + left() + " left"
				+ end);
		this.out.flush();
	}

	private String head() {
		Run run = this.runs.get(Math.max(0, this.number - 1));
		return "[" + this.number + "/" + this.runs.size() + "] " + run.variant().name() + ", " + run.users()
				+ (run.variant().load().open() ? " arrivals/s" : " users")
				+ ((run.round() > 1) ? ", round " + run.round() : "") + ": ";
	}

	private String left() {
		Duration planned = expected(this.runs.subList(Math.max(0, this.number - 1), this.runs.size()));
		Duration left = Duration.ofMillis(Math.round(planned.toMillis() * this.pace))
			.plus(this.unplanned)
			.minus(Duration.between(this.runBegan, this.clock.instant()));
		long seconds = Math.max(0, left.toSeconds());
		return (seconds >= 60) ? (seconds / 60) + " min " + (seconds % 60) + " s" : seconds + " s";
	}

	/** The time that the runs should take where one warm-up is enough. */
	static Duration expected(List<Run> runs) {
		return sum(runs, (run) -> run.variant().load().warmUp());
	}

	/** The time that they should take where every app is slow to get warm. */
	static Duration atMost(List<Run> runs) {
		return sum(runs, (run) -> {
			Duration once = run.variant().load().warmUp();
			int times = Measurement.mostWarmUps(run);
			return once.multipliedBy(times).plus(REPEAT_OVERHEAD.multipliedBy(times - 1L));
		});
	}

	private static Duration sum(List<Run> runs, Function<Run, Duration> warmUp) {
		return runs.stream()
			.map((run) -> warmUp.apply(run).plus(run.variant().load().measure()).plus(OVERHEAD))
			.reduce(Duration.ZERO, Duration::plus);
	}

}
