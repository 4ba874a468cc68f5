package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Passes a system of fake services to the tests that leave it as they found it. It is
 * started once, because its start takes longer than most of them.
 */
class SharedSystem implements ParameterResolver {

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return parameter.getParameter().getType() == RunningSystem.class;
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		return context.getRoot()
			.getStore(ExtensionContext.Namespace.GLOBAL)
			.computeIfAbsent(RunningSystem.class, (key) -> start());
	}

	private static RunningSystem start() {
		try {
			Path folder = Files.createTempDirectory(Path.of("target"), "system-").toAbsolutePath();
			return FakeProject.make(folder.resolve("project")).start(Runs.webflux(), folder);
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
