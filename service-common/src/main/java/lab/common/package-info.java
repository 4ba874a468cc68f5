/**
 * The parts that every service has: problems, guards, terms, the endpoint of the ledger
 * and the drain. Of the packages below, only those of the servers know this one.
 */
@NullMarked
package lab.common;

import org.jspecify.annotations.NullMarked;
