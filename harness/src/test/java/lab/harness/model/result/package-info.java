@NullMarked
package lab.harness.model.result;

import org.jspecify.annotations.NullMarked;
