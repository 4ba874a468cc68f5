/**
 * What the services on Tomcat share.
 */
@NullMarked
package lab.common.tomcat;

import org.jspecify.annotations.NullMarked;
