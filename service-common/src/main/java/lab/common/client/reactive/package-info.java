/**
 * The client that does not block: WebClient over Reactor Netty.
 */
@NullMarked
package lab.common.client.reactive;

import org.jspecify.annotations.NullMarked;
