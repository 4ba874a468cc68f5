package lab.harness.command;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;

import lab.harness.live.LiveServer.ClassInvitation;
import lab.harness.live.LiveServer.Where;
import lab.harness.live.LiveServer;
import lab.harness.model.InvalidInputException;
import lab.harness.model.result.RunFailedException;
import lab.harness.report.Language;
import lab.harness.run.ClosedLoad;
import lab.harness.run.Launcher;
import lab.harness.run.ShippedServices;
import lab.harness.run.process.Jdk;
import lab.harness.run.process.Ports;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code bench live}. It runs until Ctrl-C.
 */
@Command(name = "live", mixinStandardHelpOptions = true,
		description = "Starts the backend and the three apps, and a page that shows and drives them. It measures nothing.")
final class LiveCommand implements Callable<Integer> {

	private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*");

	private final CommandContext context;

	@Option(names = "--port", paramLabel = "PORT", description = "Port of the page on 127.0.0.1 (default: 8090).",
			defaultValue = "" + LiveServer.PORT)
	private int port;

	@Option(names = "--running", description = "Starts no services: shows those that run on their default ports.")
	private boolean running;

	@Option(names = "--in-container",
			description = "As --running, for a container: finds each service by its name, and listens on all addresses.")
	private boolean inContainer;

	@Option(names = "--class", paramLabel = "ADDRESS",
			description = "An address of this machine at which a class finds pages to predict on, such as 192.168.1.20.")
	private @Nullable String classAddress;

	@Option(names = "--class-port", paramLabel = "PORT", description = "Port of these pages (default: 8091).",
			defaultValue = "" + LiveServer.CLASS_PORT)
	private int classPort;

	LiveCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() throws IOException {
		try {
			return run();
		}
		catch (FileSystemException ex) {
			throw BenchCommand.unusable(ex);
		}
	}

	private int run() throws IOException {
		InvalidInputException.requireRange("--port", this.port, 1, 65535);
		Ports.requireFree(this.port, "the page");
		ClassInvitation invited = invited();
		Launcher launcher = new Launcher(this.context.root(), Jdk.current());
		ClosedLoad.require(launcher);
		Path folder = Files.createDirectories(folder());
		InterruptHandler interrupts = new InterruptHandler();
		try (ShippedServices services = services(launcher, folder);
				LiveServer page = LiveServer.start(launcher, this.inContainer ? Where.CONTAINERS : Where.THIS_MACHINE,
						this.port, folder, invited)) {
			PrintStream out = this.context.out();
			out.println("Open http://127.0.0.1:" + page.port()
					+ ((this.context.language() == Language.ZH) ? "/?lang=zh" : "") + " in a browser. Ctrl-C ends it.");
			if (invited != null) {
				out.println("It shows the address and the code for the class. Other machines reach only "
						+ invited.address() + ":" + invited.port() + ".");
			}
			new CountDownLatch(1).await();
			return 0;
		}
		catch (InterruptedException ex) {
			for (Throwable failure : ex.getSuppressed()) {
				// Predictions of the class that could not be kept at its end.
				this.context.err().println("bench: " + failure.getMessage());
			}
			return BenchCommand.INTERRUPTED;
		}
		catch (RunFailedException ex) {
			this.context.err().println("bench: " + ex.getMessage() + "; logs are in " + folder);
			return BenchCommand.FAILED;
		}
		finally {
			interrupts.close();
		}
	}

	/** The class, or null without one. */
	private @Nullable ClassInvitation invited() {
		String address = this.classAddress;
		if (address == null) {
			return null;
		}
		InvalidInputException.require(!this.inContainer, "--class",
				"a container has no address that a class could open; use it without --in-container");
		InvalidInputException.requireRange("--class-port", this.classPort, 1, 65535);
		InvalidInputException.require(this.classPort != this.port, "--class-port",
				this.classPort + " is the port of the page; choose another one");
		Ports.requireFree(this.classPort, "the class (--class-port)");
		String known = ofThisMachine(address);
		InvalidInputException.require(known != null, "--class", "'" + address.replaceAll("\\p{Cntrl}", " ")
				+ "' is no address of this machine; give the one in the network of the class, such as 192.168.1.20");
		Path results = this.context.results().resolve("class");
		InvalidInputException.require(isWritable(results), "--class",
				"the folder " + results + " for the predictions cannot be written; make it writable");
		return new ClassInvitation(Objects.requireNonNull(known), this.classPort, results);
	}

	private static boolean isWritable(Path folder) {
		try {
			return Files.isWritable(Files.createDirectories(folder));
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * An address of this machine as browsers write it, so {@code 127.0.0.1} for
	 * {@code 127.1}; null if it is none. Only figures, so that no name is looked up;
	 * never all addresses at once.
	 */
	static @Nullable String ofThisMachine(String address) {
		try {
			if (!ADDRESS.matcher(address).matches()
					|| NetworkInterface.getByInetAddress(InetAddress.getByName(address)) == null) {
				return null;
			}
			return address.contains(":") ? address : InetAddress.getByName(address).getHostAddress();
		}
		catch (IOException ex) {
			return null;
		}
	}

	/** The services that were started, or null if they run already. */
	private @Nullable ShippedServices services(Launcher launcher, Path folder) throws InterruptedException {
		if (this.running || this.inContainer) {
			return null;
		}
		this.context.err().println("Starting the backend and the apps ...");
		return ShippedServices.start(launcher, LiveServer.APPS, folder);
	}

	/** For logs and samples, which the next start replaces. */
	private Path folder() {
		return this.inContainer ? Path.of(System.getProperty("java.io.tmpdir"), "live")
				: this.context.root().resolve("target").resolve("live");
	}

}
