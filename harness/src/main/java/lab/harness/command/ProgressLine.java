package lab.harness.command;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import lab.harness.model.Run;
import lab.harness.run.Campaign;
import lab.harness.run.Progress;
import org.jspecify.annotations.Nullable;

/**
 * What a run is doing, its throughput now and the time left. On a terminal one line that
 * is overwritten; in a log a line for each phase. The time left is scaled by what the
 * finished runs took over what was planned for them.
 */
final class ProgressLine implements Progress {

	private final PrintStream out;

	private final boolean terminal;

	private final List<Run> runs;

	private final InstantSource clock;

	private Instant began;

	private int number;

	private Phase phase = Phase.STARTING;

	private Instant phaseBegan;

	private Instant runBegan;

	/** Time of the run that was not planned. */
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

	@Override
	public synchronized void run(Run run, int number) {
		this.runBegan = this.clock.instant();
		this.unplanned = Duration.ZERO;
		if (this.number == 0) {
			this.began = this.runBegan;
		}
		else {
			this.pace = (double) Duration.between(this.began, this.runBegan).toMillis()
					/ Campaign.expected(this.runs.subList(0, this.number)).toMillis();
		}
		this.number = number;
	}

	@Override
	public synchronized void repeated(Run run) {
		this.runs.add(run);
	}

	@Override
	public synchronized void phase(Phase phase, Duration expected) {
		this.phase = phase;
		this.phaseBegan = this.clock.instant();
		// Once runs are finished, the pace contains it.
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

	@Override
	public synchronized void say(String line) {
		this.out.print((this.terminal ? "\r\033[K" : "") + ((this.number > 0) ? head() : "bench: ") + line + "\n");
	}

	private void show(String time, String end) {
		this.out.print((this.terminal ? "\r\033[K" : "") + head() + this.phase + time
				+ ((this.rate != null) ? ", " + Math.round(this.rate) + " req/s" : "") + ", about " + left() + " left"
				+ end);
		this.out.flush();
	}

	private String head() {
		return "[" + this.number + "/" + this.runs.size() + "] " + this.runs.get(Math.max(0, this.number - 1)).words()
				+ ": ";
	}

	private String left() {
		Duration planned = Campaign.expected(this.runs.subList(Math.max(0, this.number - 1), this.runs.size()));
		Duration left = Duration.ofMillis(Math.round(planned.toMillis() * this.pace))
			.plus(this.unplanned)
			.minus(Duration.between(this.runBegan, this.clock.instant()));
		long seconds = Math.max(0, left.toSeconds());
		return (seconds >= 60) ? (seconds / 60) + " min " + (seconds % 60) + " s" : seconds + " s";
	}

}
