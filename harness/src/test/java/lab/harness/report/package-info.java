@NullMarked
package lab.harness.report;

import org.jspecify.annotations.NullMarked;
