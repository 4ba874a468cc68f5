package lab.harness.model.result;

import java.util.List;
import java.util.Map;

/**
 * The software of a result besides the commit.
 *
 * @param jdks vendor and build of each used JDK, by version
 * @param libraries versions of the libraries that could change a result, by module and
 * library, read from the built jars
 * @param dirtyFiles the first 20 files of the checkout with uncommitted changes
 * @param dirtyFilesLeftOut the number of further ones
 */
public record Software(Map<String, String> jdks, Map<String, Map<String, String>> libraries, List<String> dirtyFiles,
		int dirtyFilesLeftOut) {
}
