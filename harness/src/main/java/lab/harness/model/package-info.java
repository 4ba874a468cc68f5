/**
 * Records and enums: the experiment, the run and every file format. Jackson binds them
 * from YAML and JSON. This package knows no other package of the harness.
 */
@NullMarked
package lab.harness.model;

import org.jspecify.annotations.NullMarked;
