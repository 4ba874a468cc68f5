package lab.harness.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of experiments: one YAML file for each.
 */
public final class Experiments {

	private final Path folder;

	public Experiments(Path folder) {
		this.folder = folder;
	}

	/**
	 * Names of all experiments, in the order of the alphabet.
	 * @throws InvalidInputException if the folder cannot be read
	 */
	public List<String> names() {
		try (Stream<Path> files = Files.list(this.folder)) {
			return files.filter((file) -> file.toString().endsWith(Names.SUFFIX)).map(Names::ofFile).sorted().toList();
		}
		catch (IOException ex) {
			throw new InvalidInputException("the folder " + this.folder + " cannot be read: " + ex.getMessage());
		}
	}

	/**
	 * Reads one experiment.
	 * @throws InvalidInputException if there is none of that name, or it is not valid
	 */
	public Experiment read(String name) {
		if (!Names.isName(name)) {
			throw new InvalidInputException("'" + name + "' is no name for an experiment; " + Names.RULE
					+ "; there are: " + YamlMap.join(names()));
		}
		if (!names().contains(name)) {
			throw new InvalidInputException("there is no experiment '" + name + "' in " + this.folder + "; there are: "
					+ YamlMap.join(names()));
		}
		return ExperimentReader.read(this.folder.resolve(name + Names.SUFFIX));
	}

}
