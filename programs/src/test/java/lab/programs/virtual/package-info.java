@NullMarked
package lab.programs.virtual;

import org.jspecify.annotations.NullMarked;
