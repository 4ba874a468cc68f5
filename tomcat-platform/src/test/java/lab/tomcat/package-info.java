/**
 * Tests of the app, with a stub in place of the backend.
 */
@NullMarked
package lab.tomcat;

import org.jspecify.annotations.NullMarked;
