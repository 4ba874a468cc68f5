package lab.harness.run.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Opens a page in the browser of the user. The JDK could do it only with its graphical
 * part, which headless packages lack.
 *
 * @param programs the programs of the system
 */
public record PageOpener(SearchPath programs) {

	/** Time in which a program that cannot open the page reports it, in seconds. */
	private static final int PATIENCE = 3;

	/**
	 * Whether a browser was started. Some programs end only with the browser, so a
	 * program that does not fail within a few seconds counts as success.
	 */
	public boolean open(Path page) throws InterruptedException {
		List<String> command = command(page);
		if (command.isEmpty()) {
			return false;
		}
		try {
			Process process = new ProcessBuilder(command).redirectOutput(Redirect.DISCARD)
				.redirectError(Redirect.DISCARD)
				.start();
			return !process.waitFor(PATIENCE, TimeUnit.SECONDS) || process.exitValue() == 0;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/** The command that opens a page; empty if this system has no screen or browser. */
	public List<String> command(Path page) {
		String file = page.toAbsolutePath().toString();
		if (this.programs.isWindows()) {
			// What "start" does, without a shell that reads signs such as & in the path.
			return List.of("rundll32", "url.dll,FileProtocolHandler", file);
		}
		if (this.programs.os().startsWith("Mac")) {
			return List.of("open", file);
		}
		boolean screen = this.programs.environment().containsKey("DISPLAY")
				|| this.programs.environment().containsKey("WAYLAND_DISPLAY");
		return this.programs.find("xdg-open")
			.filter((program) -> screen)
			.map((program) -> List.of(program.toString(), file))
			.orElse(List.of());
	}

}
