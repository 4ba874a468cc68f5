package lab.harness.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import lab.harness.experiment.InvalidInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The samples of a run, read back.
 *
 * @param samples the samples, oldest first
 * @param cutOff whether the last line was cut off, as in an interrupted run; it is left
 * out
 */
public record ProbeFile(List<Sample> samples, boolean cutOff) {

	private static final JsonMapper JSON = JsonMapper.builder()
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
		.build();

	public ProbeFile {
		samples = List.copyOf(samples);
	}

	/**
	 * Reads a file that a {@link Probe} wrote.
	 * @param file the file
	 * @return its samples
	 * @throws InvalidInputException when it cannot be read or a line is broken; names
	 * file and line
	 */
	public static ProbeFile read(Path file) {
		String text = text(file);
		List<String> lines = text.lines().toList();
		List<Sample> samples = new ArrayList<>();
		for (int i = 0; i < lines.size(); i++) {
			try {
				samples.add(sample(lines.get(i)));
			}
			catch (JacksonException ex) {
				// A whole line ends with a line feed, so only the last can be cut off.
				if (i == lines.size() - 1 && !text.endsWith("\n")) {
					return new ProbeFile(samples, true);
				}
				throw new InvalidInputException(file + ":" + (i + 1) + ": no sample of the probe: "
						+ ex.getOriginalMessage().lines().findFirst().orElse("empty"));
			}
		}
		return new ProbeFile(samples, false);
	}

	private static Sample sample(String line) {
		JsonNode sample = JSON.readTree(line);
		// Apps and backend of before there were faults told nothing of them.
		if (sample.get("ledger") instanceof ObjectNode ledger && !ledger.has("answers")) {
			ledger.putNull("answers").putNull("backendFailures").putNull("guard");
			ledger.put("backendRetries", 0).put("backendConnectionsLeased", 0);
		}
		if (sample.get("ledger") instanceof ObjectNode ledger && !ledger.has("compileMillis")) {
			ledger.putNull("compileMillis");
		}
		if (sample.get("counters") instanceof ObjectNode counters && !counters.has("hitBy")) {
			counters.putNull("hitBy");
		}
		return JSON.treeToValue(sample, Sample.class);
	}

	private static String text(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new InvalidInputException(file + " cannot be read: " + ex);
		}
	}

}
