/**
 * What an app says of itself at start-up and on {@code /actuator/terms}.
 */
@NullMarked
package lab.common.report;

import org.jspecify.annotations.NullMarked;
