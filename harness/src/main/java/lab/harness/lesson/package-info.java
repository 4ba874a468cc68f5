/**
 * The lessons of the workshop: their data, what a participant predicted, measured and
 * solved, and the page to take home.
 */
@NullMarked
package lab.harness.lesson;

import org.jspecify.annotations.NullMarked;
