/**
 * The experiment: a YAML file, read and validated into records.
 */
@NullMarked
package lab.harness.experiment;

import org.jspecify.annotations.NullMarked;
