package lab.harness.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import lab.harness.analysis.RunResult;

/**
 * The failed requests by cause.
 */
final class ErrorTable {

	private ErrorTable() {
	}

	static String of(RunOrder order) {
		List<RunResult> runs = order.runs().stream().filter((run) -> run.errors() > 0).toList();
		if (runs.isEmpty()) {
			return Html.element("p", order.runs().isEmpty() ? "No run was finished." : "No request failed in any run.");
		}
		HtmlTable table = new HtmlTable("Failed requests of the whole run, ramp and drain included").column("variant")
			.column("cause")
			.column("requests", "");
		for (RunResult run : runs) {
			for (Map.Entry<String, Long> kind : new TreeMap<>(run.errorKinds()).entrySet()) {
				table.row(order.label(run), List.of(Cell.text(kind.getKey()), Cell.number(kind.getValue(), 0)));
			}
		}
		return table.html();
	}

}
