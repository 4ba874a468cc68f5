/**
 * The experiment, the run and every file format as records and enums, which Jackson binds
 * from YAML and JSON. This package depends on no other package of the harness.
 */
@NullMarked
package lab.harness.model;

import org.jspecify.annotations.NullMarked;
