/**
 * The management port's own server.
 */
@NullMarked
package lab.terms.management;

import org.jspecify.annotations.NullMarked;
