package lab.programs;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ChildJvmTests {

	@Test
	void runWhenItEndsShouldReturnExitCodeAndAllThatItPrinted() throws InterruptedException {
		ChildJvm ended = ChildJvm.run(List.of(), List.of("-Dword=flag"), Ends.class, "argument");
		assertThat(ended.code()).isEqualTo(3);
		assertThat(ended.lines()).containsExactly("flag", "argument");
	}

	@Test
	void runWhenThereIsACommandBeforeShouldBecomeTheJvmThroughIt() throws InterruptedException {
		ChildJvm ended = ChildJvm.run(List.of("env", "LAB_WORD=before"), List.of(), PrintsEnvironment.class);
		assertThat(ended.lines()).containsExactly("before");
	}

	@Test
	void runWhenInterruptedShouldKillIt() {
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class)
			.isThrownBy(() -> ChildJvm.run(List.of(), List.of(), Sleeps.class));
		assertThat(ProcessHandle.current().children()).isEmpty();
	}

	@Test
	void runWhenItsJvmExitsShouldKillItAndLetTheCallerCleanUp() throws InterruptedException {
		ChildJvm ended = ChildJvm.run(List.of(), List.of(), Exits.class);
		assertThat(ended.code()).isEqualTo(4);
		assertThat(ended.lines()).hasSize(2).last().isEqualTo("cleaned up");
		assertThat(ProcessHandle.of(Long.parseLong(ended.lines().getFirst()))).isEmpty();
	}

	static final class Ends {

		private Ends() {
		}

		public static void main(String... arguments) {
			System.out.println(System.getProperty("word"));
			System.err.println(arguments[0]);
			System.exit(3);
		}

	}

	static final class PrintsEnvironment {

		private PrintsEnvironment() {
		}

		public static void main(String... arguments) {
			System.out.println(System.getenv("LAB_WORD"));
		}

	}

	static final class Sleeps {

		private Sleeps() {
		}

		public static void main(String... arguments) throws InterruptedException {
			Thread.sleep(Duration.ofMinutes(10));
		}

	}

	/** Exits from another thread while it waits for a JVM, as it does after SIGTERM. */
	static final class Exits {

		private Exits() {
		}

		public static void main(String... arguments) {
			Thread.ofPlatform().daemon().start(() -> {
				while (ProcessHandle.current().children().findAny().isEmpty()) {
					Thread.onSpinWait();
				}
				ProcessHandle.current().children().forEach((child) -> System.out.println(child.pid()));
				System.exit(4);
			});
			try {
				ChildJvm.run(List.of(), List.of(), Sleeps.class);
			}
			catch (InterruptedException ex) {
				System.out.println("cleaned up");
			}
		}

	}

}
