package lab.harness.model;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The engine that runs the containers of a result. On another system than Linux it is in
 * a virtual machine, whose processors and memory these then are.
 *
 * @param version of Docker
 * @param os its system
 * @param kernel version of its kernel
 * @param cores logical processors
 * @param memoryMiB physical memory
 * @param limits service to what its container may use, such as {@code 1.5 CPUs, 768 MiB}
 */
public record Engine(String version, String os, String kernel, int cores, long memoryMiB, Map<String, String> limits) {

	public Engine {
		limits = Collections.unmodifiableMap(new TreeMap<>(limits));
	}

	/** The same engine, with limits of its containers. */
	public Engine withLimits(Map<String, String> limits) {
		return new Engine(this.version, this.os, this.kernel, this.cores, this.memoryMiB, limits);
	}

}
