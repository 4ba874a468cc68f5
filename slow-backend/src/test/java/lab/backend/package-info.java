/**
 * Tests of the slow backend.
 */
@NullMarked
package lab.backend;

import org.jspecify.annotations.NullMarked;
