package lab.harness.target;

import java.util.List;

/**
 * What a module is made of, as found in what was built.
 *
 * @param module its name
 * @param jdk version of the JDK that runs it, such as {@code 25.0.3}
 * @param build vendor and build of that JDK
 * @param jars file names of its libraries
 */
public record Installation(String module, String jdk, String build, List<String> jars) {

	public Installation {
		jars = List.copyOf(jars);
	}

}
