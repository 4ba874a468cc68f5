/**
 * The calls to the slow backend, and why they fail.
 */
@NullMarked
package lab.common.client;

import org.jspecify.annotations.NullMarked;
