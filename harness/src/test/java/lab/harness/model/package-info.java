@NullMarked
package lab.harness.model;

import org.jspecify.annotations.NullMarked;
