/**
 * The files of a run and the result as records and enums, which Jackson binds from JSON,
 * and the catalogue of the checks.
 */
@NullMarked
package lab.harness.model.result;

import org.jspecify.annotations.NullMarked;
