/**
 * Tests of what the clients share.
 */
@NullMarked
package lab.common.client;

import org.jspecify.annotations.NullMarked;
