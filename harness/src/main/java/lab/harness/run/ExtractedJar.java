package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.jar.JarFile;
import java.util.zip.CRC32;

import lab.harness.model.InvalidInputException;
import lab.harness.run.process.CommandOutput;
import lab.harness.run.process.Jdk;

/**
 * Extracts a Spring Boot jar into plain jars, once for each build: a JVM starts a fifth
 * faster from those than from jars within a jar.
 */
final class ExtractedJar {

	private ExtractedJar() {
	}

	/**
	 * Extracts a jar if it is Spring Boot's.
	 * @return a jar in the folder {@code extracted} beside it, or the jar itself
	 * @throws InvalidInputException if it cannot be extracted
	 */
	static Path of(Jdk jdk, Path jar) {
		Path folder = jar.resolveSibling("extracted");
		try {
			if (!isSpringBoot(jar)) {
				return jar;
			}
			// A reproducible build fixes the date.
			CRC32 checksum = new CRC32();
			checksum.update(Files.readAllBytes(jar));
			String content = String.valueOf(checksum.getValue());
			Path stamp = folder.resolve("of");
			if (!Files.exists(stamp) || !content.equals(Files.readString(stamp))) {
				// The libraries of an earlier build would stay beside the new ones.
				HttpRunner.delete(folder);
				extract(jdk, jar, folder);
				Files.writeString(stamp, content);
			}
			return folder.resolve(jar.getFileName());
		}
		catch (IOException ex) {
			throw new InvalidInputException(
					jar + " cannot be extracted into " + folder + ": " + InvalidInputException.reason(ex), ex);
		}
	}

	private static void extract(Jdk jdk, Path jar, Path folder) throws IOException {
		ProcessBuilder builder = new ProcessBuilder(jdk.java().toString(), "-Djarmode=tools", "-jar", jar.toString(),
				"extract", "--force", "--destination", folder.toString());
		CommandOutput output = CommandOutput.of(builder.redirectErrorStream(true), Duration.ofMinutes(1));
		if (output.code() != 0) {
			throw new IOException(output.reason());
		}
	}

	private static boolean isSpringBoot(Path jar) throws IOException {
		try (JarFile file = new JarFile(jar.toFile())) {
			return file.getEntry("BOOT-INF/classes/") != null;
		}
	}

}
