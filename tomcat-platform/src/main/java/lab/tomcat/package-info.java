/**
 * Spring MVC on Tomcat: each request has a thread of its own and blocks it.
 */
@NullMarked
package lab.tomcat;

import org.jspecify.annotations.NullMarked;
