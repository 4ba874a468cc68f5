package lab.harness.analysis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

import lab.harness.model.result.Evidence;
import lab.harness.model.result.Outcome;

/**
 * The evidence of real runs in {@code src/test/resources/evidence}, and what analysis
 * finds in it.
 */
public final class RecordedEvidence {

	/** The folder of the archives. */
	public static final Path FOLDER = Path.of("src/test/resources/evidence");

	private static final Map<String, Findings> FINDINGS = new ConcurrentHashMap<>();

	private RecordedEvidence() {
	}

	/** The findings in the evidence of an experiment in its quick form. */
	public static Findings findings(String experiment) {
		return FINDINGS.computeIfAbsent(experiment, (name) -> {
			Path folder = Path.of("target", "evidence", name);
			unzip(name, folder.resolve(Evidence.RAW));
			return Analysis.of(folder);
		});
	}

	/** The findings of the same experiment if its runs had come out so. */
	public static Findings judge(Findings findings, List<Outcome> outcomes) {
		return Analysis.judge(Objects.requireNonNull(findings.manifest()), outcomes, Map.of(), true, findings.records(),
				List.of());
	}

	/** Unpacks an archive into a folder. */
	public static void unzip(String name, Path folder) {
		try (InputStream file = Files.newInputStream(FOLDER.resolve(name + ".zip"));
				ZipInputStream zip = new ZipInputStream(file)) {
			for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
				Path target = folder.resolve(entry.getName());
				Files.createDirectories(target.resolveSibling(""));
				Files.copy(zip, target, StandardCopyOption.REPLACE_EXISTING);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
