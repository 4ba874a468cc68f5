/**
 * Speaks with the operating system: processes, their JDK and cores, the counters of the
 * kernel, ports, git. This package knows no run.
 */
@NullMarked
package lab.harness.run.process;

import org.jspecify.annotations.NullMarked;
