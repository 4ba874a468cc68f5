/**
 * The server Tomcat.
 */
@NullMarked
package lab.common.tomcat;

import org.jspecify.annotations.NullMarked;
