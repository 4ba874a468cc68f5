package lab.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

import lab.harness.analysis.Result;
import lab.harness.analysis.RunResult;
import lab.harness.analysis.Summary;

/**
 * The runs as a reader looks for them: in the order of the experiment, not in the random
 * one in which they were made; and what they have in common, which need not be said of
 * each.
 */
final class RunOrder {

	private final List<String> variants;

	private final List<RunResult> runs;

	private final boolean sameUsers;

	private final boolean sameRound;

	RunOrder(Result result) {
		LinkedHashSet<String> names = new LinkedHashSet<>();
		result.summary().stream().map(Summary::variant).forEach(names::add);
		result.runs().stream().map(RunResult::variant).forEach(names::add);
		this.variants = new ArrayList<>(names);
		this.runs = result.runs().stream().sorted(RunResult.order(this.variants)).toList();
		this.sameUsers = this.runs.stream().map(RunResult::users).distinct().count() == 1;
		this.sameRound = this.runs.stream().map(RunResult::round).distinct().count() == 1;
	}

	/** Names of the variants; the place of a name rules its colour and its dashes. */
	List<String> variants() {
		return this.variants;
	}

	List<RunResult> runs() {
		return this.runs;
	}

	/** What tells this run from the others. */
	String label(RunResult run) {
		return point(run) + (this.sameRound ? "" : ", round " + run.round());
	}

	/** What tells this variant at this load point from the others. */
	String point(RunResult run) {
		return run.variant() + (this.sameUsers ? "" : ", " + run.point());
	}

	/** A table of runs; users and round have a column where they differ. */
	HtmlTable table(String caption) {
		HtmlTable table = new HtmlTable(caption + ": " + common()).column("variant");
		if (!this.sameUsers) {
			boolean open = this.runs.stream().anyMatch((run) -> run.point().endsWith("/s"));
			table.column(open ? "arrivals" : "users", open ? "/s" : "");
		}
		if (!this.sameRound) {
			table.column("round", "");
		}
		return table;
	}

	/** The first cells of a run in such a table, its header aside. */
	List<Cell> cells(RunResult run) {
		List<Cell> cells = new ArrayList<>();
		if (!this.sameUsers) {
			cells.add(Cell.number(run.users(), 0));
		}
		if (!this.sameRound) {
			cells.add(Cell.number(run.round(), 0));
		}
		return cells;
	}

	/** What all runs have in common, such as {@code 500 users}. */
	String common() {
		if (this.runs.isEmpty()) {
			return "no run was finished";
		}
		RunResult first = this.runs.getFirst();
		return (this.sameUsers ? first.point() : "several load points")
				+ (this.sameRound ? ", one run each" : ", each run in a row of its own");
	}

}
