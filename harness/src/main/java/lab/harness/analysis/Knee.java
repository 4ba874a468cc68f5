package lab.harness.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where more users stop to bring more throughput to a variant, and why.
 *
 * @param variant name of the arm
 * @param below the last load point that its users limit
 * @param above the first that something else limits
 * @param cause what: {@code request threads}, {@code connections} or {@code CPU}
 * @param users where the two lines of the law cross, from below to above
 */
public record Knee(String variant, int below, int above, String cause, double users) {

	/**
	 * The knees of a result, in the order of its runs' variants. A variant whose users
	 * are its limit everywhere, or nowhere, shows none.
	 * @param runs the runs, in any order
	 */
	public static List<Knee> of(List<RunResult> runs) {
		Map<String, SortedMap<Integer, RunResult>> points = new LinkedHashMap<>();
		for (RunResult run : runs) {
			if (run.limitedBy() != null) {
				// Of several rounds one that something limits stands for the point.
				points.computeIfAbsent(run.variant(), (variant) -> new TreeMap<>())
					.merge(run.users(), run, (one, other) -> isFree(one) ? other : one);
			}
		}
		List<Knee> knees = new ArrayList<>();
		points.forEach((variant, byUsers) -> {
			RunResult before = null;
			for (RunResult run : byUsers.values()) {
				if (!isFree(run)) {
					if (before != null) {
						knees.add(between(before, run));
					}
					return;
				}
				before = run;
			}
		});
		return knees;
	}

	private static boolean isFree(RunResult run) {
		return "users".equals(run.limitedBy());
	}

	/**
	 * A limit of slots is exact. That of the CPU is where users / latency meets its
	 * ceiling, or what was done in spite of it; latency is slots / ceiling of the law.
	 */
	private static Knee between(RunResult before, RunResult run) {
		Integer slots = run.slots();
		double users = (slots != null) ? slots : run.users();
		Double cpu = run.cpuCeiling();
		Double law = run.nominalCeiling();
		if ("CPU".equals(run.limitedBy()) && cpu != null && law != null) {
			users = Math.max(cpu, run.throughput()) * users / law;
		}
		String cause = (run.limitedBy() != null) ? run.limitedBy() : "";
		return new Knee(run.variant(), before.users(), run.users(), cause,
				Math.clamp(users, before.users(), run.users()));
	}

	/** Such as {@code at 200 users: request threads}. */
	public String words() {
		String where = this.cause.equals("CPU") ? "between " + this.below + " and " + this.above
				: "at " + Math.round(this.users);
		return where + " users: " + this.cause;
	}

}
