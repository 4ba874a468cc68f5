package lab.common.api;

/**
 * The answer to {@code GET /compute/{n}}: processor time only.
 *
 * @param servedBy name of the app
 * @param thread the kind of thread that computed
 * @param n how many whole numbers were summed
 * @param sum 0 + 1 + ... + (n - 1)
 */
public record ComputeAnswer(String servedBy, ThreadKind thread, long n, long sum) {

}
