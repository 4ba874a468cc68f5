package lab.harness.analysis;

import java.util.List;
import java.util.Objects;

import lab.harness.probe.RunRecord;
import lab.harness.probe.Stress;
import lab.harness.probe.Stress.Applied;
import lab.harness.target.Terms;
import org.jspecify.annotations.Nullable;

/**
 * The run of {@link RunFixture}, 4 requests a second from second 0 to 12, put through
 * stress.
 */
final class StressFixture extends RunFixture {

	private static final long MIB = 1024 * 1024;

	/** The heap that the app holds at rest after the load; before it is 40 MiB. */
	@Nullable Long liveHeapAfter = 50 * MIB;

	Terms terms = this.run.terms();

	void stress(@Nullable Integer rate, List<Applied> faults, Stress.@Nullable End end) {
		stress(rate, faults, end, false);
	}

	/**
	 * Puts it through stress.
	 * @param rate requests a second that arrive, or null for 2 users
	 * @param faults what went wrong on purpose
	 * @param end how the app ended, or null where it lives on
	 * @param mayExit whether it was allowed to
	 */
	void stress(@Nullable Integer rate, List<Applied> faults, Stress.@Nullable End end, boolean mayExit) {
		RunRecord run = this.run;
		this.run = new RunRecord(run.variant(), run.app(), run.users(), 1, run.seed(), run.latency(), "/", run.plan(),
				run.rampMillis(), 0, run.measureMillis(), run.timeoutMillis(), this.terms, run.placement(), 0, 0,
				run.startedAt(), true, run.jmeterSummary(), 0, 0, run.commands(),
				new Stress(rate, 2, faults, mayExit, end, 40 * MIB, this.liveHeapAfter));
	}

	static StressResult stress(RunResult run) {
		return Objects.requireNonNull(run.stress());
	}

	static Check check(RunResult run, String name) {
		return run.checks().stream().filter((check) -> check.name().equals(name)).findFirst().orElseThrow();
	}

}
