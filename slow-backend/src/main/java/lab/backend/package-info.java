/**
 * The slow backend: answers every request after a random, seeded delay, and counts
 * exactly what it did.
 */
@NullMarked
package lab.backend;

import org.jspecify.annotations.NullMarked;
