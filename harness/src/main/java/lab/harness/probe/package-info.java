/**
 * The probe: samples every process of a run once a second, from outside and from the
 * management ports.
 */
@NullMarked
package lab.harness.probe;

import org.jspecify.annotations.NullMarked;
