/**
 * The work for which a fork/join pool is right: work that splits itself, with parts of
 * different cost.
 */
@NullMarked
package lab.programs.forkjoin;

import org.jspecify.annotations.NullMarked;
