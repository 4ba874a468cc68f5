@NullMarked
package lab.harness.lesson;

import org.jspecify.annotations.NullMarked;
