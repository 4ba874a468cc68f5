package lab.harness.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import lab.harness.experiment.InvalidInputException;
import lab.harness.probe.Beside.Asked;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What was asked beside the load of a run, read back.
 */
public final class BesideFile {

	private BesideFile() {
	}

	/**
	 * Reads the file of a run.
	 * @param folder the run's folder
	 * @return what was asked, in the order of the answers; empty where nothing was
	 * @throws InvalidInputException when the file cannot be read or a line is broken
	 */
	public static List<Asked> read(Path folder) {
		Path file = folder.resolve(Beside.FILE);
		if (!Files.exists(file)) {
			return List.of();
		}
		try {
			return Files.readAllLines(file)
				.stream()
				.map((line) -> JsonMapper.shared().readValue(line, Asked.class))
				.toList();
		}
		catch (IOException ex) {
			throw new InvalidInputException(file + " cannot be read: " + ex);
		}
		catch (JacksonException ex) {
			throw new InvalidInputException(file + ": a line of it is no request beside the load");
		}
	}

}
