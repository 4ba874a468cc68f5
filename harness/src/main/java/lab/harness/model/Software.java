package lab.harness.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What ran, besides the commit.
 *
 * @param jdks the JDKs that ran something: version, to vendor and build
 * @param libraries the libraries that could change a result: module, to library, to
 * version, as found in what was built
 * @param dirtyFiles files of the checkout with changes that were not committed, the first
 * 20
 * @param dirtyFilesLeftOut how many more there were
 */
public record Software(Map<String, String> jdks, Map<String, Map<String, String>> libraries, List<String> dirtyFiles,
		int dirtyFilesLeftOut) {

	public Software {
		jdks = Collections.unmodifiableMap(new TreeMap<>(jdks));
		libraries = Collections.unmodifiableMap(new TreeMap<>(libraries));
		dirtyFiles = List.copyOf(dirtyFiles);
	}

}
