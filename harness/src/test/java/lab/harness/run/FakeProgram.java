package lab.harness.run;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Stands in for a program of {@code programs/}. Its variant says what it does.
 */
public final class FakeProgram {

	private FakeProgram() {
	}

	/**
	 * Does what the variant says.
	 */
	public static void main(String[] arguments) throws Exception {
		List<String> words = Arrays.asList(arguments);
		System.out.println("arguments " + words);
		if (words.contains("--variant=prints")) {
			System.out.println("{\"metric\":\"reserved\",\"value\":4103.2}");
			System.out.println("for people");
			System.out.println("{\"event\":\"rejected\",\"at\":12,\"task\":14}");
		}
		if (words.contains("--variant=burns")) {
			while (ProcessHandle.current()
				.info()
				.totalCpuDuration()
				.orElseThrow()
				.compareTo(Duration.ofMillis(300)) < 0) {
				Thread.onSpinWait();
			}
		}
		if (words.contains("--variant=fails")) {
			System.err.println("no memory left");
			System.exit(3);
		}
		if (words.contains("--variant=hangs")) {
			new CountDownLatch(1).await();
		}
	}

}
