/**
 * The management port's own server.
 */
@NullMarked
package lab.common.management;

import org.jspecify.annotations.NullMarked;
