@NullMarked
package lab.programs.forkjoin;

import org.jspecify.annotations.NullMarked;
