package lab.coroutines

import lab.common.api.Answers.BackendAnswer
import org.springframework.web.service.annotation.GetExchange

/**
 * The slow backend, as an HTTP interface. A call suspends its coroutine until the answer
 * has arrived, and blocks no thread.
 */
interface SlowBackend {

    /**
     * Calls the backend.
     * @throws lab.common.client.BackendException if it gave no usable answer
     */
    @GetExchange("/")
    suspend fun ask(): BackendAnswer
}
