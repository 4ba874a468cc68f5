/**
 * The second launcher: starts the JVMs of a run in containers.
 */
@NullMarked
package lab.harness.run.docker;

import org.jspecify.annotations.NullMarked;
