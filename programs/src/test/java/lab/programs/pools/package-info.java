@NullMarked
package lab.programs.pools;

import org.jspecify.annotations.NullMarked;
