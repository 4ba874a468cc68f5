package lab.harness.analysis;

import java.util.List;

/**
 * A result with what its charts show.
 *
 * @param result the result
 * @param charts the charts of each run, in the order of the runs of the result
 */
public record ChartedResult(Result result, List<RunCharts> charts) {

}
