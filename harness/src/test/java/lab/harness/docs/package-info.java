/**
 * The documents say what the code says.
 */
@NullMarked
package lab.harness.docs;

import org.jspecify.annotations.NullMarked;
