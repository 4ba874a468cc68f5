@NullMarked
package lab.harness.schedule;

import org.jspecify.annotations.NullMarked;
