/**
 * The basics of the file formats: the catalogue of metrics, durations, and the reader and
 * writer of every file. This package and those below it depend on no other package of the
 * harness.
 */
@NullMarked
package lab.harness.model;

import org.jspecify.annotations.NullMarked;
