/**
 * Tests of the package {@code run.docker}, with a stand-in for the client of the engine.
 */
@NullMarked
package lab.harness.run.docker;

import org.jspecify.annotations.NullMarked;
