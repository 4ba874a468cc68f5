/**
 * The server Jetty.
 */
@NullMarked
package lab.common.jetty;

import org.jspecify.annotations.NullMarked;
