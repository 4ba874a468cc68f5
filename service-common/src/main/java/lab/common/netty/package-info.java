/**
 * What a service on Netty needs.
 */
@NullMarked
package lab.common.netty;

import org.jspecify.annotations.NullMarked;
