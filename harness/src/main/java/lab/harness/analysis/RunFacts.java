package lab.harness.analysis;

import java.nio.file.Files;
import java.util.List;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Failure;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.RunRecord;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one run, read from its files.
 */
sealed interface RunFacts permits ServiceRun, ProgramRun, RunFacts.Failed {

	/**
	 * Reads the files of a run.
	 * @return the facts, or null if the run was not started or was interrupted
	 */
	static @Nullable RunFacts read(Evidence evidence) {
		if (!Files.exists(evidence.record())) {
			return null;
		}
		try {
			RunRecord record = DataFile.read(evidence.record(), RunRecord.class);
			if (record.failure() != null) {
				return new Failed(evidence.run(), record.failure());
			}
			if (record.end() == null) {
				return null;
			}
			return (evidence.run().variant().subject() instanceof Service) ? ServiceRun.read(evidence, record)
					: ProgramRun.read(evidence, record);
		}
		catch (RunFailedException ex) {
			return new Failed(evidence.run(), ex.failure());
		}
		catch (InvalidInputException ex) {
			return new Failed(evidence.run(), new Failure(ex.getMessage(), List.of()));
		}
	}

	record Failed(Run run, Failure failure) implements RunFacts {
	}

}
