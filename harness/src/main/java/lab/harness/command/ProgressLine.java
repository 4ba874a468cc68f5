package lab.harness.command;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import lab.harness.model.experiment.Run;
import lab.harness.run.Progress;
import lab.harness.run.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * Prints the phase of a run, while it measures its throughput, and the time left: on a
 * terminal in one line that is overwritten, in a log in a line for each phase. The time
 * left is the planned time of the present run and of those to come.
 */
final class ProgressLine implements Progress {

	private final PrintStream out;

	private final boolean terminal;

	private final List<List<Run>> groups = new ArrayList<>();

	private final InstantSource clock;

	/** The number of the run, 0 before the first. */
	private int number;

	private Phase phase = Phase.STARTING;

	private Instant runBegan;

	private Instant phaseBegan;

	/** The last reading of a phase, in ms since 1970; 0 before the first. */
	private long answeredAt;

	private long answered;

	private @Nullable Double rate;

	ProgressLine(Terminal terminal, InstantSource clock) {
		this.out = terminal.err();
		this.terminal = terminal.interactive();
		this.clock = clock;
		this.runBegan = clock.instant();
		this.phaseBegan = this.runBegan;
	}

	@Override
	public synchronized void toCome(List<List<Run>> groups) {
		this.groups.subList(this.number, this.groups.size()).clear();
		this.groups.addAll(groups);
	}

	@Override
	public synchronized void run(List<Run> group, int number) {
		this.runBegan = this.clock.instant();
		this.number = number;
	}

	@Override
	public synchronized void phase(Phase phase, Duration expected) {
		this.phase = phase;
		this.phaseBegan = this.clock.instant();
		this.rate = null;
		this.answeredAt = 0;
		show(expected.isZero() ? "" : " " + expected.toSeconds() + " s", this.terminal ? "" : "\n");
	}

	@Override
	public synchronized void answers(long atMillis, long completed) {
		// A gentle warm-up has another load, which may be answered faster than the law
		// allows.
		if (this.phase == Phase.MEASURING && this.answeredAt > 0 && atMillis > this.answeredAt) {
			this.rate = (completed - this.answered) * 1000.0 / (atMillis - this.answeredAt);
			if (this.terminal) {
				show(" " + sinceMillis(this.phaseBegan) / 1000 + " s", "");
			}
		}
		this.answeredAt = atMillis;
		this.answered = completed;
	}

	@Override
	public synchronized void say(String line) {
		this.out.print(((this.number > 0) ? head() : "") + line + "\n");
	}

	private void show(String time, String end) {
		this.out.print(head() + this.phase + time + ((this.rate != null) ? ", " + Math.round(this.rate) + " req/s" : "")
				+ ", " + left() + end);
		this.out.flush();
	}

	private String head() {
		return (this.terminal ? "\r\033[K" : "") + "[" + this.number + "/" + this.groups.size() + "] "
				+ Run.words(this.groups.get(this.number - 1)) + ": ";
	}

	private String left() {
		Duration planned = new Schedule(this.groups.subList(this.number - 1, this.groups.size()), false).planned();
		long seconds = Math.max(0, (planned.toMillis() - sinceMillis(this.runBegan)) / 1000);
		if (seconds == 0) {
			return "later than planned";
		}
		return "about " + ((seconds >= 60) ? (seconds / 60) + " min " : "") + (seconds % 60) + " s left";
	}

	private long sinceMillis(Instant instant) {
		return Duration.between(instant, this.clock.instant()).toMillis();
	}

}
