package lab.harness.command;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import lab.harness.experiment.Load;
import lab.harness.probe.Progress;
import lab.harness.schedule.Run;
import org.jspecify.annotations.Nullable;

/**
 * What a run is doing, its throughput now and the time left. On a terminal one line that
 * is written over; in a log a line for each phase.
 */
final class ProgressLine implements Progress {

	/** Start of the processes and of two JMeter processes, drain and stop. */
	private static final Duration OVERHEAD = Duration.ofSeconds(14);

	private final PrintStream out;

	private final boolean terminal;

	private final List<Run> runs;

	private int number;

	private Phase phase = Phase.STARTING;

	private Instant phaseBegan = Instant.now();

	private Instant runBegan = Instant.now();

	private @Nullable Double rate;

	ProgressLine(PrintStream out, boolean terminal, List<Run> runs) {
		this.out = out;
		this.terminal = terminal;
		this.runs = new ArrayList<>(runs);
	}

	/** The next run begins. */
	synchronized void next() {
		this.number++;
		this.runBegan = Instant.now();
	}

	/** One more run at the end: that of before, made again. */
	synchronized void again(Run run) {
		this.runs.add(run);
	}

	@Override
	public synchronized void phase(Phase phase, Duration expected) {
		this.phase = phase;
		this.phaseBegan = Instant.now();
		if (phase == Phase.WARMING_UP_AGAIN) {
			// Not in the plan, so the rest takes as long as before.
			this.runBegan = this.runBegan.plus(expected);
		}
		this.rate = null;
		show(expected.isZero() ? "" : " " + expected.toSeconds() + " s", this.terminal ? "" : "\n");
	}

	@Override
	public synchronized void rate(double requestsPerSecond) {
		this.rate = requestsPerSecond;
		if (this.terminal) {
			show(" " + Duration.between(this.phaseBegan, Instant.now()).toSeconds() + " s", "");
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
		Duration left = expected(this.runs.subList(Math.max(0, this.number - 1), this.runs.size()))
			.minus(Duration.between(this.runBegan, Instant.now()));
		long seconds = Math.max(0, left.toSeconds());
		return (seconds >= 60) ? (seconds / 60) + " min " + (seconds % 60) + " s" : seconds + " s";
	}

	/** The time that the runs should take. */
	static Duration expected(List<Run> runs) {
		Duration sum = Duration.ZERO;
		for (Run run : runs) {
			Load load = run.variant().load();
			sum = sum.plus(load.warmUp()).plus(load.measure()).plus(OVERHEAD);
		}
		return sum;
	}

}
