/**
 * The commands: wires the packages together and speaks to the user.
 */
@NullMarked
package lab.harness.command;

import org.jspecify.annotations.NullMarked;
