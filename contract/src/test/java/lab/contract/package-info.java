/**
 * The contract: what the three apps must do alike, asked over HTTP of their built jars,
 * or of the images made of them.
 */
@NullMarked
package lab.contract;

import org.jspecify.annotations.NullMarked;
