/**
 * Tests of the app, with a stub in place of the backend.
 */
@NullMarked
package lab.webflux;

import org.jspecify.annotations.NullMarked;
