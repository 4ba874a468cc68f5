package lab.harness.run.process;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Runs {@link SpeedKernel} in the interpreter, as if the processors had become slower: a
 * test cannot change their clock.
 */
public final class SlowKernel implements AutoCloseable {

	private final Path agent;

	/**
	 * Begins to slow it down.
	 * @param folder an empty folder for the files that the JVM reads
	 */
	public SlowKernel(Path folder) throws IOException, JMException {
		Path directives = Files.writeString(folder.resolve("interpret.json"), """
				[{ match: "lab/harness/run/process/SpeedKernel.pass", c1: { Exclude: true }, c2: { Exclude: true } }]
				""");
		this.agent = folder.resolve("agent.jar");
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		manifest.getMainAttributes().putValue("Agent-Class", SlowKernel.class.getName());
		manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
		new JarOutputStream(Files.newOutputStream(this.agent), manifest).close();
		diagnose("compilerDirectivesAdd", directives.toString());
		discardCompiledCode();
	}

	/** The JVM calls this when it loads the agent. */
	public static void agentmain(String arguments, Instrumentation instrumentation) throws UnmodifiableClassException {
		// A class that is transformed, even into itself, loses its compiled code.
		instrumentation.retransformClasses(SpeedKernel.class);
	}

	private void discardCompiledCode() throws JMException {
		Path library = Path.of(System.getProperty("java.home"), "lib", System.mapLibraryName("instrument"));
		diagnose("jvmtiAgentLoad", library.toString(), this.agent.toString());
	}

	private static void diagnose(String command, String... arguments) throws JMException {
		ManagementFactory.getPlatformMBeanServer()
			.invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), command, new Object[] { arguments },
					new String[] { String[].class.getName() });
	}

	@Override
	public void close() throws JMException {
		diagnose("compilerDirectivesClear");
		discardCompiledCode();
	}

}
