/**
 * The equal terms of the three apps: one YAML file and the code that they share.
 */
@NullMarked
package lab.common;

import org.jspecify.annotations.NullMarked;
