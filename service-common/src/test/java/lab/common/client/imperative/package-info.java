/**
 * Tests of the blocking client.
 */
@NullMarked
package lab.common.client.imperative;

import org.jspecify.annotations.NullMarked;
