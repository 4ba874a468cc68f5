/**
 * The slow backend: answers each request after a random, seeded delay, and counts
 * exactly.
 */
@NullMarked
package lab.backend;

import org.jspecify.annotations.NullMarked;
