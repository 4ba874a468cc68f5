package lab.coroutines

import jakarta.validation.constraints.Max
import jakarta.validation.constraints.Min
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import lab.common.api.Answers.CallAnswer
import lab.common.api.Answers.ComputeAnswer
import lab.common.api.Answers.FanOutAnswer
import lab.common.api.Answers.SleepAnswer
import lab.common.api.Compute
import lab.common.api.JsonController
import lab.common.api.ThreadKind
import org.springframework.beans.factory.annotation.Value
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RequestParam

private const val MAX_N = 100_000_000L

private const val MAX_MILLIS = 60_000L

/**
 * The API in the style of coroutines: code that reads like blocking code. Spring starts
 * each handler on the event loop, and the event loop of the answer resumes it.
 */
@JsonController
class ApiController(
    @param:Value("\${spring.application.name}") private val name: String,
    private val backend: SlowBackend,
) {

    @GetMapping("/")
    suspend fun call(): CallAnswer {
        val answer = backend.ask()
        return CallAnswer(name, ThreadKind.current(), answer.millis)
    }

    /**
     * Makes several calls. If one of them fails, its scope cancels the others.
     */
    @GetMapping("/fan-out")
    suspend fun fanOut(
        @RequestParam(defaultValue = "3") @Min(1) @Max(20) calls: Int,
        @RequestParam(defaultValue = "sequential") style: Style,
    ): FanOutAnswer {
        val answers = when (style) {
            Style.SEQUENTIAL -> List(calls) { backend.ask() }
            Style.ASYNC -> coroutineScope { List(calls) { async { backend.ask() } }.awaitAll() }
        }
        return FanOutAnswer(name, ThreadKind.current(), style.toString(), answers.map { it.millis })
    }

    /**
     * Computes on the event loop, which serves no other request meanwhile.
     */
    @GetMapping("/compute/{n}")
    fun compute(@PathVariable @Min(0) @Max(MAX_N) n: Int): ComputeAnswer =
        ComputeAnswer(name, ThreadKind.current(), n.toLong(), Compute.sumBelow(n))

    /**
     * Waits without a thread: a timer resumes the coroutine, on a thread of its own.
     */
    @GetMapping("/sleep/{millis}")
    suspend fun sleep(@PathVariable @Min(0) @Max(MAX_MILLIS) millis: Int): SleepAnswer {
        val thread = ThreadKind.current()
        delay(millis.toLong())
        return SleepAnswer(name, thread, millis.toLong())
    }

    enum class Style {
        SEQUENTIAL,
        ASYNC,
        ;

        override fun toString() = name.lowercase()
    }
}
