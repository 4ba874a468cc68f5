package lab.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import lab.harness.analysis.AnsweredBeside;
import lab.harness.analysis.FaultSpan;
import lab.harness.analysis.Held;
import lab.harness.analysis.Kept;
import lab.harness.analysis.Result;
import lab.harness.analysis.RunResult;
import lab.harness.analysis.StressResult;
import org.jspecify.annotations.Nullable;

/**
 * What stress did to the runs, in tables that the terminal, Markdown and HTML share.
 */
final class StressTables {

	private StressTables() {
	}

	/** Whether any run was put through more than users in a closed loop. */
	static boolean any(Result result) {
		return result.runs().stream().anyMatch((run) -> run.stress() != null && run.stress().stressed());
	}

	/** How far the throughput fell, when it was back, and what was lost. */
	static Table throughput(Result result) {
		Table table = new Table("variant", "load", "round", "fault", "before req/s", "lowest", "back after s",
				"answered well", "refused", "lost", "dropped at the end", "sleep kept", "health kept", "app");
		for (RunResult run : new RunOrder(result).runs()) {
			StressResult stress = run.stress();
			if (stress == null) {
				continue;
			}
			if (stress.faults().isEmpty()) {
				table.row(throughput(run, stress, null));
			}
			stress.faults().forEach((fault) -> table.row(throughput(run, stress, fault)));
		}
		return table;
	}

	private static List<String> throughput(RunResult run, StressResult stress, @Nullable FaultSpan fault) {
		List<String> row = new ArrayList<>(List.of(run.variant(), run.point(), Figures.number(run.round(), 0),
				(fault != null) ? fault.words() : "none", Figures.number(stress.before(), 1),
				Figures.number((fault != null) ? fault.lowest() : null, 1),
				Figures.number((fault != null) ? fault.secondsToRecover() : null, 1),
				Figures.number(run.throughput(), 1),
				Figures.number((run.ledger() != null) ? run.ledger().refused() : null, 0),
				Figures.number(stress.lost(), 0), Figures.number(stress.turnedAway(), 0)));
		for (String what : List.of("sleep", "health")) {
			AnsweredBeside beside = stress.beside().get(what);
			row.add(Figures.percent((beside != null) ? beside.kept() : null));
		}
		row.add(stress.ending());
		return row;
	}

	/** What the app held before, at most and after, and what it gave back. */
	static Table held(Result result) {
		Table table = new Table("variant", "load", "round", "most in flight", "threads before", "peak", "after",
				"RSS MiB before", "peak", "after", "live heap MiB before", "after", "permits leaked",
				"connections leaked", "backend calls a request", "repeated");
		for (RunResult run : new RunOrder(result).runs()) {
			StressResult stress = run.stress();
			if (stress != null) {
				List<String> row = new ArrayList<>(List.of(run.variant(), run.point(), Figures.number(run.round(), 0),
						Figures.number(stress.mostInFlight(), 0)));
				row.addAll(figures(stress.threads()));
				row.addAll(figures(stress.rssMiB()));
				Kept heap = stress.liveHeapMiB();
				row.addAll(List.of(Figures.number((heap != null) ? heap.before() : null, 0),
						Figures.number((heap != null) ? heap.after() : null, 0)));
				row.addAll(List.of(Figures.number(stress.leakedPermits(), 0),
						Figures.number(stress.leakedConnections(), 0),
						Figures.number(stress.backendAttemptsPerRequest(), 2),
						Figures.number(stress.backendRetries(), 0)));
				table.row(row);
			}
		}
		return table;
	}

	private static List<String> figures(@Nullable Held held) {
		return List.of(Figures.number((held != null) ? held.before() : null, 0),
				Figures.number((held != null) ? held.peak() : null, 0),
				Figures.number((held != null) ? held.after() : null, 0));
	}

	/** What went wrong, by cause, on both sides. */
	static Table causes(Result result) {
		Table table = new Table("variant", "load", "round", "cause", "at the client", "answered by the app",
				"calls to the backend that failed", "hit by the fault");
		for (RunResult run : new RunOrder(result).runs()) {
			StressResult stress = run.stress();
			if (stress == null) {
				continue;
			}
			TreeSet<String> causes = new TreeSet<>();
			Map<String, Long> client = new TreeMap<>();
			run.errorKinds().forEach((kind, count) -> client.merge(cause(kind), count, Long::sum));
			causes.addAll(client.keySet());
			stress.answers().keySet().stream().filter((cause) -> !cause.equals("ok")).forEach(causes::add);
			causes.addAll(stress.backendFailures().keySet());
			causes.addAll(stress.backendHits().keySet());
			for (String cause : causes) {
				table.row(List.of(run.variant(), run.point(), Figures.number(run.round(), 0), cause,
						Figures.number(client.get(cause), 0), Figures.number(stress.answers().get(cause), 0),
						Figures.number(stress.backendFailures().get(cause), 0),
						Figures.number(stress.backendHits().get(cause), 0)));
			}
		}
		return table;
	}

	/**
	 * A status with a cause goes by the cause, as the app counts it; what the client saw
	 * without an answer keeps apart from what the app saw at the backend.
	 */
	private static String cause(String kind) {
		String[] words = kind.split(" ", 3);
		return (words.length == 3 && words[0].equals("status")) ? words[2]
				: kind.startsWith("status ") ? kind : "client: " + kind;
	}

	/** What the prediction's formula gives beside what was found; null without one. */
	static @Nullable Table predicted(Result result) {
		Table table = new Table("variant", "load", "round", "predicted", "found", "found / predicted");
		boolean any = false;
		for (RunResult run : new RunOrder(result).runs()) {
			StressResult stress = run.stress();
			Double predicted = (stress != null) ? stress.predicted() : null;
			Double found = (stress != null) ? stress.found() : null;
			if (predicted != null && found != null) {
				any = true;
				table.row(List.of(run.variant(), run.point(), Figures.number(run.round(), 0),
						Figures.number(predicted, 1), Figures.number(found, 1), Figures.percent(found / predicted)));
			}
		}
		return any ? table : null;
	}

	/** Checks that mean nothing for a run, and why; a line each. */
	static List<String> leftOut(Result result) {
		TreeSet<String> lines = new TreeSet<>();
		for (RunResult run : result.runs()) {
			if (run.stress() != null) {
				run.stress().leftOut().forEach((name, why) -> lines.add(name + ": " + why));
			}
		}
		return List.copyOf(lines);
	}

}
