package lab.harness.run.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the command of each system. Those of Windows and macOS have not been run.
 */
class PageOpenerTests {

	private static final Path PAGE = Path.of("a & b", "report.html");

	private static final String FILE = PAGE.toAbsolutePath().toString();

	@TempDir
	private Path folder;

	@Test
	void commandWhenSystemIsWindowsShouldNeedNoShell() {
		assertThat(command("Windows 11", Map.of())).containsExactly("rundll32", "url.dll,FileProtocolHandler", FILE);
	}

	@Test
	void commandWhenSystemIsMacShouldBeOpen() {
		assertThat(command("Mac OS X", Map.of())).containsExactly("open", FILE);
	}

	@Test
	@DisabledOnOs(OS.WINDOWS)
	void commandWhenSystemIsLinuxShouldNeedAScreenAndXdgOpen() throws IOException {
		Path program = Files.createFile(this.folder.resolve("xdg-open"));
		assertThat(program.toFile().setExecutable(true)).isTrue();
		String path = this.folder.toString();
		assertThat(command("Linux", Map.of("PATH", path, "WAYLAND_DISPLAY", "wayland-0")))
			.containsExactly(program.toString(), FILE);
		assertThat(command("Linux", Map.of("PATH", path))).isEmpty();
		assertThat(command("Linux", Map.of("PATH", "/none", "DISPLAY", ":0"))).isEmpty();
	}

	private static List<String> command(String os, Map<String, String> environment) {
		return new PageOpener(new SearchPath(os, environment)).command(PAGE);
	}

}
