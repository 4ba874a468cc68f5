package lab.harness.run;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Service;
import lab.harness.model.result.Placement;
import lab.harness.run.process.Jdk;
import lab.harness.run.process.Ports;

/**
 * A project's folder with the jars of fake services in it, and free ports to run them on.
 *
 * @param root the folder
 * @param backendPort a free port whose management port is free too
 * @param appPort another one
 */
record FakeProject(Path root, int backendPort, int appPort) {

	/** No two tests that run at the same time get the same port. */
	private static final AtomicInteger NEXT_PORT = new AtomicInteger(
			ThreadLocalRandom.current().nextInt(20_000, 27_000));

	/** Makes a project whose services are all fake. */
	static FakeProject make(Path root) throws IOException {
		for (String module : List.of("slow-backend", "tomcat-platform", "tomcat-virtual", "webflux")) {
			jar(root.resolve(module).resolve("target").resolve(module + ".jar"), FakeService.class);
		}
		int backendPort = freePair();
		int appPort = freePair();
		return new FakeProject(root, backendPort, appPort);
	}

	/** Makes a jar that runs a class of the tests. */
	static Path jar(Path jar, Class<?> main) throws IOException {
		Manifest manifest = new Manifest();
		Attributes attributes = manifest.getMainAttributes();
		attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
		attributes.put(Attributes.Name.MAIN_CLASS, main.getName());
		attributes.put(Attributes.Name.CLASS_PATH, main.getProtectionDomain().getCodeSource().getLocation().toString());
		Files.createDirectories(jar.getParent());
		try (OutputStream out = Files.newOutputStream(jar);
				JarOutputStream empty = new JarOutputStream(out, manifest)) {
			empty.finish();
		}
		return jar;
	}

	Launcher launcher() {
		return new Launcher(this.root, Jdk.current());
	}

	/** Starts a system of fake services. */
	RunningSystem start(Service service, Path folder) throws InterruptedException {
		return system(service).start(Placement.SHARED, folder);
	}

	TestedSystem system(Service service) {
		return TestedSystem.of(launcher(), service, this.backendPort, this.appPort);
	}

	/**
	 * A port on which nobody listens, like its management port. It does not listen there
	 * itself to find out: a process that another test starts at that moment would inherit
	 * the socket, and the port would stay in use for a moment.
	 */
	private static int freePair() {
		int port;
		do {
			port = NEXT_PORT.getAndIncrement();
		}
		while (isOpen(port) || isOpen(App.managementPort(port)));
		return port;
	}

	private static boolean isOpen(int port) {
		return Ports.isOpen(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
	}

}
