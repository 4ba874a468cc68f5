/**
 * When a fork/join pool is the right one: work that splits itself, and work whose parts
 * are not alike.
 */
@NullMarked
package lab.programs.forkjoin;

import org.jspecify.annotations.NullMarked;
