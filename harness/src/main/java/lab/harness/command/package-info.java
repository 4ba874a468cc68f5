/**
 * The command {@code bench}.
 */
@NullMarked
package lab.harness.command;

import org.jspecify.annotations.NullMarked;
