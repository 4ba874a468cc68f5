package lab.harness.model.result;

import java.util.Map;

/**
 * The machine and the code of a result.
 *
 * @param cores logical processors
 * @param jdk version of the JDK that ran the services or programs
 * @param os system, version and kernel
 * @param commit the commit of the checkout, or {@code unknown}
 * @param dirty whether the checkout had changes that were not committed
 * @param machine the machine
 * @param software JDKs, libraries and changed files
 */
public record Environment(int cores, String jdk, String os, String commit, boolean dirty, Machine machine,
		Software software) {

	/**
	 * The machine.
	 *
	 * @param cpu name of the processor
	 * @param memoryMiB physical memory
	 * @param keptAwake whether the processors were kept from sleeping
	 * @param settings settings of the system that could change a result, by name, such as
	 * {@code somaxconn}; what the system does not show is absent
	 */
	public record Machine(String cpu, long memoryMiB, boolean keptAwake, Map<String, String> settings) {
	}

}
