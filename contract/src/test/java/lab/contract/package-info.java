/**
 * The contract of the three apps. The tests send HTTP requests to the built jars, or to
 * the images made of them.
 */
@NullMarked
package lab.contract;

import org.jspecify.annotations.NullMarked;
