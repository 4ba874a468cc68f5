/**
 * The live page: reads the running services once a second, drives load and backend, and
 * asks for predictions. It measures nothing that is kept as a result.
 */
@NullMarked
package lab.harness.live;

import org.jspecify.annotations.NullMarked;
