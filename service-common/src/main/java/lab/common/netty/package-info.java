/**
 * The server Netty.
 */
@NullMarked
package lab.common.netty;

import org.jspecify.annotations.NullMarked;
