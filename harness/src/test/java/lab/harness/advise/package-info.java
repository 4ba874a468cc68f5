@NullMarked
package lab.harness.advise;

import org.jspecify.annotations.NullMarked;
