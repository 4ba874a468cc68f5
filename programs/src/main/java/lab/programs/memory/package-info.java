/**
 * The memory of a JVM: stacks, heap, and the limits of both.
 */
@NullMarked
package lab.programs.memory;

import org.jspecify.annotations.NullMarked;
