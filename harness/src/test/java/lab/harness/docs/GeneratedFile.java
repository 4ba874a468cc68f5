package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A file whose content is made from code, evidence or results.
 */
public final class GeneratedFile {

	private GeneratedFile() {
	}

	/**
	 * Asserts that the file holds the content. With {@code -Dlab.write=true} writes it
	 * instead.
	 * @param how how to write the file
	 */
	public static void check(Path file, String content, String how) throws IOException {
		if (Boolean.getBoolean("lab.write")) {
			Files.createDirectories(file.resolveSibling(""));
			Files.writeString(file, content);
			return;
		}
		assertThat(file).as(how).hasContent(content);
	}

}
