package lab.harness.experiment;

/**
 * The distribution that the slow backend draws its delays from, as far as theory needs
 * it.
 *
 * @param text as written in YAML and as sent to the backend, such as
 * {@code uniform 0ms..1000ms}
 * @param meanMillis its mean in milliseconds
 * @param sdMillis its standard deviation in milliseconds
 */
public record Latency(String text, double meanMillis, double sdMillis) {

}
