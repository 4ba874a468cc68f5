@NullMarked
package lab.harness.live;

import org.jspecify.annotations.NullMarked;
