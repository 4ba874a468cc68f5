/**
 * What the API of the three apps asks and answers.
 */
@NullMarked
package lab.common.api;

import org.jspecify.annotations.NullMarked;
