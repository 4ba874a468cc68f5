/**
 * The JSON of the management ports, defined once: the services write these records and
 * the harness reads them. Every component is always present; null means that there is no
 * limit.
 */
@NullMarked
package lab.wire;

import org.jspecify.annotations.NullMarked;
