/**
 * The blocking client: RestClient over the HTTP library that a property names.
 */
@NullMarked
package lab.common.client.imperative;

import org.jspecify.annotations.NullMarked;
