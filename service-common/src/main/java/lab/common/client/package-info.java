/**
 * How the services call the slow backend.
 */
@NullMarked
package lab.common.client;

import org.jspecify.annotations.NullMarked;
