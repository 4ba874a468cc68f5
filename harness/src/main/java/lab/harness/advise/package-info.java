/**
 * The law as a calculator: the limits of a workload, the smallest of them, and the
 * figures of the records behind the advice.
 */
@NullMarked
package lab.harness.advise;

import org.jspecify.annotations.NullMarked;
