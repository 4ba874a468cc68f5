@NullMarked
package lab.harness.experiment;

import org.jspecify.annotations.NullMarked;
