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
 * Prints the phase of a run, its throughput now and the time left: on a terminal in one
 * line that is overwritten, in a log in a line for each phase. The time left is the
 * planned time, scaled by how long the finished runs took against their plan.
 */
final class ProgressLine implements Progress {

	private final PrintStream out;

	private final boolean terminal;

	private final List<Run> runs;

	private final InstantSource clock;

	private int number;

	private Phase phase = Phase.STARTING;

	private Instant firstRunBegan;

	private Instant runBegan;

	private Instant phaseBegan;

	/** The time of repeated warm-ups in the first run, before there is a pace. */
	private Duration unplanned = Duration.ZERO;

	/** The time of the finished runs over the time planned for them. */
	private double pace = 1;

	private @Nullable Double rate;

	ProgressLine(PrintStream out, boolean terminal, List<Run> runs, InstantSource clock) {
		this.out = out;
		this.terminal = terminal;
		this.runs = new ArrayList<>(runs);
		this.clock = clock;
		this.firstRunBegan = clock.instant();
		this.runBegan = this.firstRunBegan;
		this.phaseBegan = this.firstRunBegan;
	}

	@Override
	public synchronized void run(Run run, int number) {
		this.runBegan = this.clock.instant();
		this.unplanned = Duration.ZERO;
		this.number = number;
		if (number == 1) {
			this.firstRunBegan = this.runBegan;
		}
		else {
			this.pace = (double) sinceMillis(this.firstRunBegan)
					/ Campaign.expected(this.runs.subList(0, number - 1)).toMillis();
		}
	}

	@Override
	public synchronized void repeated(Run run) {
		this.runs.add(run);
	}

	@Override
	public synchronized void phase(Phase phase, Duration expected) {
		this.phase = phase;
		this.phaseBegan = this.clock.instant();
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
			show(" " + sinceMillis(this.phaseBegan) / 1000 + " s", "");
		}
	}

	@Override
	public synchronized void say(String line) {
		this.out.print(head() + line + "\n");
	}

	private void show(String time, String end) {
		this.out.print(head() + this.phase + time + ((this.rate != null) ? ", " + Math.round(this.rate) + " req/s" : "")
				+ ", about " + left() + " left" + end);
		this.out.flush();
	}

	private String head() {
		return (this.terminal ? "\r\033[K" : "") + "[" + this.number + "/" + this.runs.size() + "] "
				+ this.runs.get(this.number - 1).words() + ": ";
	}

	private String left() {
		Duration planned = Campaign.expected(this.runs.subList(this.number - 1, this.runs.size()));
		long millis = Math.round(planned.toMillis() * this.pace) + this.unplanned.toMillis()
				- sinceMillis(this.runBegan);
		long seconds = Math.max(0, millis / 1000);
		return (seconds >= 60) ? (seconds / 60) + " min " + (seconds % 60) + " s" : seconds + " s";
	}

	private long sinceMillis(Instant instant) {
		return Duration.between(instant, this.clock.instant()).toMillis();
	}

}
