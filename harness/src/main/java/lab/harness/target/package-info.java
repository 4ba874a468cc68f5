/**
 * The target of a run: starts the slow backend and the app, and speaks to their
 * management ports.
 */
@NullMarked
package lab.harness.target;

import org.jspecify.annotations.NullMarked;
