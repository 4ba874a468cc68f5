@NullMarked
package lab.harness.model.experiment;

import org.jspecify.annotations.NullMarked;
