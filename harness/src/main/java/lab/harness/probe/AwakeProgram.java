package lab.harness.probe;

/**
 * Loops on every processor that it may use until the harness has ended, however that
 * ended. {@link Awake} starts it in the scheduler's idle class.
 */
final class AwakeProgram {

	private AwakeProgram() {
	}

	/**
	 * Runs the loops.
	 * @param arguments the process id of the harness
	 */
	public static void main(String[] arguments) {
		for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
			Thread.ofPlatform().daemon().start(AwakeProgram::loop);
		}
		ProcessHandle.of(Long.parseLong(arguments[0])).ifPresent((harness) -> harness.onExit().join());
	}

	private static void loop() {
		while (true) {
			// Leaves the units of a core to the other threads of that core.
			Thread.onSpinWait();
		}
	}

}
