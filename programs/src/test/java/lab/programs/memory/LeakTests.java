package lab.programs.memory;

import java.util.List;
import java.util.Map;

import lab.programs.Printed;
import lab.programs.memory.Leak.Form;
import lab.programs.memory.Leak.Usage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LeakTests {

	private static final String LISTENER = "lab.programs.memory.Leak$Listener";

	@Test
	void histogramShouldReadTheLinesOfClassesAlone() {
		assertThat(Leak.histogram("""
				 num     #instances         #bytes  class name (module)
				-------------------------------------------------------
				   1:          4976         293192  [B (java.base@21.0.8)
				  12:            50            800  lab.programs.memory.Leak$Listener
				Total          5026         293992
				""")).isEqualTo(Map.of("[B", new Usage(4976, 293_192), LISTENER, new Usage(50, 800)));
	}

	@Test
	void growingClassShouldBeTheClassOfTheProgramThatGrowsMost() {
		Map<String, Usage> before = Map.of("[B", new Usage(10, 100), "app.Kept", new Usage(5, 80));
		Map<String, Usage> after = Map.of("[B", new Usage(900, 90_000), "java.lang.String", new Usage(800, 80_000),
				"app.Kept", new Usage(105, 1_680), "app.Small", new Usage(100, 1_599), "app.Few", new Usage(99, 9_999));
		assertThat(Leak.growingClass(before, after, 100)).isEqualTo("app.Kept");
		assertThat(Leak.growingClass(after, after, 100)).isEqualTo("nothing");
	}

	@Test
	void runWhenKeptShouldHoldEveryListener() {
		List<String> lines = lines(Form.KEPT);
		assertThat(lines).hasSize(5);
		assertThat(lines.get(0)).contains("\"grows\":\"" + LISTENER + "\"", "\"listeners\":10000");
		assertThat(lines.get(1)).contains("\"grows\":\"" + LISTENER + "\"", "\"listeners\":20000");
		assertThat(lines.get(3)).isEqualTo("{\"check\":\"listeners\",\"value\":20000,\"expected\":20000}");
		assertThat(lines.get(4)).isEqualTo("{\"check\":\"leakNamed\",\"value\":1,\"expected\":1}");
	}

	@Test
	void runWhenRemovedShouldHoldNone() {
		List<String> lines = lines(Form.REMOVED);
		assertThat(lines.get(1)).contains("\"grows\":\"nothing\"", "\"listeners\":0");
		assertThat(lines.get(3)).isEqualTo("{\"check\":\"listeners\",\"value\":0,\"expected\":0}");
		assertThat(lines.get(4)).isEqualTo("{\"check\":\"leakNamed\",\"value\":0,\"expected\":0}");
	}

	private static List<String> lines(Form form) {
		Printed printed = new Printed();
		Leak.run(form, 2, 10_000, printed.output(true));
		return printed.lines();
	}

}
