/**
 * The load of a run: JMeter as a process of its own.
 */
@NullMarked
package lab.harness.load;

import org.jspecify.annotations.NullMarked;
