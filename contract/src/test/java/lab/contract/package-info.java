/**
 * The contract: what the three apps must do alike, asked over HTTP of their built jars.
 */
@NullMarked
package lab.contract;

import org.jspecify.annotations.NullMarked;
