/**
 * WebFlux on Netty with a database driver that does not block.
 */
@NullMarked
package lab.r2dbc;

import org.jspecify.annotations.NullMarked;
