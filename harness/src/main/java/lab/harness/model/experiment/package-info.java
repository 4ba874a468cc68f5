/**
 * The experiment and its runs as records and enums, which Jackson binds from YAML.
 */
@NullMarked
package lab.harness.model.experiment;

import org.jspecify.annotations.NullMarked;
