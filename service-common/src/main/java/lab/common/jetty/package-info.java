/**
 * What a service on Jetty needs.
 */
@NullMarked
package lab.common.jetty;

import org.jspecify.annotations.NullMarked;
