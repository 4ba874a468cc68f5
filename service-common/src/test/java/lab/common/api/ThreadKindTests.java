package lab.common.api;

import java.util.concurrent.CompletableFuture;

import io.netty.util.concurrent.FastThreadLocalThread;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ThreadKind}.
 */
class ThreadKindTests {

	@Test
	void currentWhenPlatformThreadShouldBePlatform() throws Exception {
		CompletableFuture<ThreadKind> kind = new CompletableFuture<>();
		Thread.ofPlatform().start(() -> kind.complete(ThreadKind.current()));
		assertThat(kind.get()).isEqualTo(ThreadKind.PLATFORM);
	}

	@Test
	void currentWhenVirtualThreadShouldBeVirtual() throws Exception {
		CompletableFuture<ThreadKind> kind = new CompletableFuture<>();
		Thread.ofVirtual().start(() -> kind.complete(ThreadKind.current()));
		assertThat(kind.get()).isEqualTo(ThreadKind.VIRTUAL);
	}

	@Test
	void currentWhenNettyThreadShouldBeEventLoop() throws Exception {
		CompletableFuture<ThreadKind> kind = new CompletableFuture<>();
		new FastThreadLocalThread(() -> kind.complete(ThreadKind.current())).start();
		assertThat(kind.get()).isEqualTo(ThreadKind.EVENT_LOOP);
	}

	@Test
	void toStringShouldBeTheWordOfTheApi() {
		assertThat(ThreadKind.values()).extracting(ThreadKind::toString)
			.containsExactly("platform", "virtual", "event-loop");
	}

}
