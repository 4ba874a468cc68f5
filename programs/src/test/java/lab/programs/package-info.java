@NullMarked
package lab.programs;

import org.jspecify.annotations.NullMarked;
