package lab.harness.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import lab.harness.run.process.ChildProcess;
import lab.harness.run.process.Jdk;

/**
 * A small program for tests to start. Its first argument says what it does.
 */
public final class ChildProgram {

	private ChildProgram() {
	}

	/**
	 * The command that starts it in a JVM of its own.
	 */
	public static List<String> command(String... arguments) {
		List<String> command = new ArrayList<>(List.of(Jdk.current().java().toString(), "-Xmx64m", "-cp",
				System.getProperty("java.class.path"), ChildProgram.class.getName()));
		command.addAll(List.of(arguments));
		return command;
	}

	/**
	 * Does what the first argument says.
	 */
	public static void main(String[] arguments) throws Exception {
		switch (arguments[0]) {
			case "talk" -> talk(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
			case "wait" -> sayAndWait();
			case "setting" -> System.out.println(System.getenv("SPRING_PROFILES_ACTIVE"));
			case "settings" -> {
				Path folder = Path.of(arguments[1]);
				List<String> command = command("setting");
				for (ChildProcess child : List.of(
						ChildProcess.start("shipped", command, folder, folder.resolve("shipped.log")),
						ChildProcess.startOwn("own", command, folder, folder.resolve("own.log")))) {
					child.exit().join();
					System.out.println(child.name() + ": " + child.lastLogLines(1).getFirst());
				}
			}
			case "where" -> System.out.println(Path.of("").toRealPath());
			case "nanny" -> {
				new ProcessBuilder(command("wait")).start();
				sayAndWait();
			}
			case "heap" -> {
				byte[] held = oneOfTwo(8 << 20);
				sayAndWait();
				System.out.println(held.length);
			}
			case "stubborn" -> {
				Runtime.getRuntime().addShutdownHook(new Thread(ChildProgram::sayAndWait));
				sayAndWait();
			}
			case "parent" -> {
				Path log = Path.of(arguments[1]);
				ChildProcess child = ChildProcess.start("child", command("wait"), Path.of("."), log);
				while (!Files.readString(log).contains("waiting")) {
					Thread.onSpinWait();
				}
				System.out.println("child " + child.kernel().pid());
			}
			default -> throw new IllegalArgumentException(arguments[0]);
		}
	}

	private static void talk(int lines, int exitCode) {
		for (int line = 1; line <= lines; line++) {
			System.out.println("line " + line);
		}
		System.exit(exitCode);
	}

	private static byte[] oneOfTwo(int length) {
		byte[] dropped = new byte[length];
		return dropped.clone();
	}

	private static void sayAndWait() {
		System.out.println("waiting");
		try {
			new CountDownLatch(1).await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
