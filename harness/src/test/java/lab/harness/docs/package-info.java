@NullMarked
package lab.harness.docs;

import org.jspecify.annotations.NullMarked;
