@NullMarked
package lab.programs.limits;

import org.jspecify.annotations.NullMarked;
