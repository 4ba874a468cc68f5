/**
 * What every service has: the guards, the problems, the terms, the ledger's endpoint and
 * the drain. The packages below this one do not know it, except those of the servers.
 */
@NullMarked
package lab.common;

import org.jspecify.annotations.NullMarked;
