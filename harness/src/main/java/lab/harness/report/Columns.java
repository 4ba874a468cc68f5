package lab.harness.report;

import java.util.Objects;

import lab.harness.analysis.Result;
import lab.harness.analysis.RunResult;
import lab.harness.analysis.Summary;
import org.jspecify.annotations.Nullable;

/**
 * Which columns of the table of throughput a result fills, and with what.
 *
 * @param ceiling the ceiling of Little's law
 * @param cpu the ceiling that the CPU sets
 * @param published JMeter's own summary and what was published
 * @param first the first variant, where only the shape of what was published compares:
 * without a backend's known delay nothing says what another machine should reach
 */
record Columns(boolean ceiling, boolean cpu, boolean published, @Nullable First first) {

	/** What the shares of a shape are shares of. */
	record First(double throughput, double published) {

	}

	static Columns of(Result result) {
		boolean law = result.runs().stream().anyMatch((run) -> run.ceiling() != null);
		boolean cpu = result.runs().stream().anyMatch((run) -> "CPU".equals(run.limitedBy()));
		First first = (law || result.quick()) ? null : first(result);
		return new Columns(law || !cpu, cpu, !result.quick() && first == null, first);
	}

	private static @Nullable First first(Result result) {
		if (result.summary().isEmpty()) {
			return null;
		}
		Summary summary = result.summary().getFirst();
		return result.runs()
			.stream()
			.filter((run) -> run.variant().equals(summary.variant()) && run.users() == summary.users())
			.map(RunResult::published)
			.filter(Objects::nonNull)
			.findFirst()
			.map((published) -> new First(summary.throughput().mean(), published))
			.orElse(null);
	}

	/** Throughput / CPU ceiling. */
	static @Nullable Double ofCpu(RunResult run) {
		Double ceiling = run.cpuCeiling();
		return (ceiling != null) ? run.throughput() / ceiling : null;
	}

	/** What was published of a run's variant as a share of that of the first. */
	@Nullable Double publishedShare(RunResult run) {
		Double published = run.published();
		return (published != null && this.first != null) ? published / this.first.published() : null;
	}

	/** How the columns differ. */
	String note(boolean quick) {
		StringBuilder words = new StringBuilder(
				"Ours counts the successful requests that ended in the window; ramp and drain are cut. ");
		if (this.ceiling) {
			words.append("The ceiling is Little’s law with the delays that the backend drew. ");
		}
		if (this.cpu) {
			words.append("The CPU ceiling is cores / CPU time a request: of app, backend and generator where they "
					+ "share the cores, forecast from runs at low load, and a busy server may need less; of the app "
					+ "alone where it has cores of its own. ");
		}
		if (this.first != null) {
			words.append("What was published comes from another machine and another program: compare the shares of "
					+ "the first row, never the figures. ");
		}
		else if (this.published) {
			words.append("JMeter’s own summary divides by ramp and drain too, as published figures do: "
					+ "compare those two with each other. ");
		}
		if (quick) {
			words.append(
					"Quick: windows this short are not set against published figures, and code compiled without the optimiser costs more CPU. ");
		}
		return words.toString().strip();
	}

}
