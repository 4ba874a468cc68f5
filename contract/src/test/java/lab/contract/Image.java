package lab.contract;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HealthCheck;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Ulimit;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.output.OutputFrame;

/**
 * Starts a built image, hardened as in the compose file, but on the network of the host:
 * the tests reach the container, and the container the faulty backend, as if it were a
 * process.
 */
final class Image {

	/**
	 * The Java version of the images to test instead of the jars, such as 25; null to
	 * test the jars.
	 */
	static final @Nullable String JAVA = System.getProperty("lab.images");

	private Image() {
	}

	/** Returns the name of a module's image. */
	static String of(String module) {
		return "concurrency-lab/" + module + ":" + JAVA;
	}

	/** Starts an image without waiting for its service. */
	static Program start(String module, List<String> arguments, Program.Listener listener) {
		return start(Image::harden, module, arguments, listener);
	}

	/** Starts an image with a limit of open files. */
	static Program startWithFiles(int files, String module, List<String> arguments, Program.Listener listener) {
		return start((create) -> {
			harden(create);
			HostConfig host = create.getHostConfig();
			if (host != null) {
				host.withUlimits(List.of(new Ulimit("nofile", files, files)));
			}
		}, module, arguments, listener);
	}

	private static Program start(Consumer<CreateContainerCmd> create, String module, List<String> arguments,
			Program.Listener listener) {
		GenericContainer<?> container = new GenericContainer<>(of(module)).withNetworkMode("host")
			.withEnv(Map.of("SERVER_ADDRESS", "127.0.0.1", "MANAGEMENT_SERVER_ADDRESS", "127.0.0.1", "JAVA_OPTS",
					"-XX:TieredStopAtLevel=1"))
			.withCommand(arguments.toArray(String[]::new))
			.withCreateContainerCmdModifier(create)
			.withLogConsumer((frame) -> follow(frame, listener));
		container.start();
		return new Program() {

			@Override
			public void terminate() {
				container.getDockerClient().killContainerCmd(container.getContainerId()).withSignal("TERM").exec();
			}

			@Override
			public void stop() {
				container.stop();
			}

		};
	}

	/** The image's health check needs a fixed port, and here the system chooses it. */
	private static void harden(CreateContainerCmd create) {
		create.withHealthcheck(new HealthCheck().withTest(List.of("NONE")));
		HostConfig host = create.getHostConfig();
		if (host != null) {
			host.withReadonlyRootfs(true)
				.withTmpFs(Map.of("/tmp", "exec"))
				.withCapDrop(Capability.ALL)
				.withSecurityOpts(List.of("no-new-privileges:true"));
		}
	}

	private static void follow(OutputFrame frame, Program.Listener listener) {
		if (frame.getType() == OutputFrame.OutputType.END) {
			listener.end();
		}
		else {
			listener.line(frame.getUtf8StringWithoutLineEnding());
		}
	}

}
