@NullMarked
package lab.harness.run.process;

import org.jspecify.annotations.NullMarked;
