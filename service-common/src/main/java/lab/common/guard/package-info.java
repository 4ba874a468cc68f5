/**
 * What protects {@code GET /guarded}: Resilience4j's bulkhead, retry and circuit breaker,
 * set up in the same way in all three apps.
 */
@NullMarked
package lab.common.guard;

import org.jspecify.annotations.NullMarked;
