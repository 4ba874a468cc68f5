package lab.common.api;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;
import io.netty.util.concurrent.FastThreadLocalThread;

import org.springframework.util.ClassUtils;

/**
 * The kinds of thread that can serve a request.
 */
public enum ThreadKind {

	PLATFORM, VIRTUAL, EVENT_LOOP;

	private static final boolean NETTY = ClassUtils.isPresent("io.netty.util.concurrent.FastThreadLocalThread",
			ThreadKind.class.getClassLoader());

	/**
	 * The kind of the calling thread. The threads of Netty's event loops have a class of
	 * their own.
	 */
	public static ThreadKind current() {
		Thread thread = Thread.currentThread();
		if (thread.isVirtual()) {
			return VIRTUAL;
		}
		return (NETTY && thread instanceof FastThreadLocalThread) ? EVENT_LOOP : PLATFORM;
	}

	/**
	 * The word for it in JSON: {@code platform}, {@code virtual} or {@code event-loop}.
	 */
	@Override
	@JsonValue
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
