@NullMarked
package lab.programs.memory;

import org.jspecify.annotations.NullMarked;
