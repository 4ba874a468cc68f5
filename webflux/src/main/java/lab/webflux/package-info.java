/**
 * WebFlux on Netty: a few event loops serve all requests, and nothing may block them.
 */
@NullMarked
package lab.webflux;

import org.jspecify.annotations.NullMarked;
