/**
 * What the API of the three apps asks and answers.
 */
@NullMarked
package lab.terms.api;

import org.jspecify.annotations.NullMarked;
