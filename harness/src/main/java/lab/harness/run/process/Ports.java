package lab.harness.run.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.App;
import oshi.SystemInfo;
import oshi.software.os.InternetProtocolStats.IPConnection;
import oshi.software.os.InternetProtocolStats.TcpState;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/**
 * Finds out whether a port is free before anything is started on it.
 */
public final class Ports {

	/** The port of the slow backend. */
	public static final int BACKEND = 8000;

	/**
	 * The first port that runs at the same time are given. Like the port 1000 above it,
	 * it is below 32768, from where Linux takes the ports of clients.
	 */
	private static final int GIVEN = 29_000;

	private Ports() {
	}

	/**
	 * Ports that are free, like the ports 1000 above them.
	 * @throws InvalidInputException if there are not so many
	 */
	public static List<Integer> give(int count) {
		List<Integer> ports = IntStream.range(GIVEN, GIVEN + App.MANAGEMENT_OFFSET)
			.filter((port) -> isFree(port) && isFree(App.managementPort(port)))
			.limit(count)
			.boxed()
			.toList();
		InvalidInputException.require(ports.size() == count, "together",
				"of the ports from " + GIVEN + " on only " + ports.size() + " of " + count + " are free");
		return ports;
	}

	/**
	 * Makes sure that a port is free.
	 * @param neededBy who needs it, for the message
	 * @throws InvalidInputException if it is in use; names the process if the system
	 * shows it
	 */
	public static void requireFree(int port, String neededBy) {
		if (!isFree(port)) {
			String owner = owner(port).map((process) -> " by " + process).orElse("");
			// A process that starts while a port is looked at holds its socket for a
			// moment.
			if (owner.isEmpty() && isFree(port)) {
				return;
			}
			// This process only forwards to a container.
			String first = owner.contains("docker-proxy")
					? "remove the container that 'docker ps --filter publish=" + port + "' names"
					: "stop that process first";
			throw new InvalidInputException(
					"port " + port + " is in use" + owner + "; " + neededBy + " needs it: " + first);
		}
	}

	public static boolean isFree(int port) {
		// Binding alone is not enough: a server on loopback only may coexist with one on
		// all addresses, and would then take its requests.
		if (isOpen(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
			return false;
		}
		// Connections in TIME_WAIT do not matter: Java sets SO_REUSEADDR on Unix.
		try (ServerSocket server = new ServerSocket(port)) {
			return true;
		}
		catch (IOException inUse) {
			return false;
		}
	}

	/** Whether somebody listens at an address. */
	public static boolean isOpen(InetSocketAddress address) {
		try (Socket socket = new Socket()) {
			socket.connect(address, 500);
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/** Whether an address is one of this machine. */
	public static boolean isHere(InetSocketAddress address) {
		try {
			InetAddress host = address.getAddress();
			return host != null && (host.isLoopbackAddress() || NetworkInterface.getByInetAddress(host) != null);
		}
		catch (SocketException ex) {
			return false;
		}
	}

	/** The process that listens on a port, such as {@code java (pid 1234)}. */
	private static Optional<String> owner(int port) {
		OperatingSystem os = new SystemInfo().getOperatingSystem();
		return listener(port, (local) -> true).map((pid) -> {
			OSProcess process = os.getProcess(pid.intValue());
			return ((process != null) ? process.getName() + " " : "") + "(pid " + pid + ")";
		});
	}

	/**
	 * The id of the process that listens at an address, or at all addresses, if the
	 * system shows it.
	 */
	public static Optional<Long> listener(InetSocketAddress address) {
		return listener(address.getPort(), (local) -> local.equals(address.getAddress()))
			.or(() -> listener(address.getPort(), InetAddress::isAnyLocalAddress));
	}

	private static Optional<Long> listener(int port, Predicate<InetAddress> address) {
		return new SystemInfo().getOperatingSystem()
			.getInternetProtocolStats()
			.getConnections()
			.stream()
			.filter((connection) -> connection.getState() == TcpState.LISTEN && connection.getLocalPort() == port)
			.filter((connection) -> address.test(local(connection)))
			.mapToInt(IPConnection::getowningProcessId)
			.filter((pid) -> pid > 0)
			.mapToObj((pid) -> (long) pid)
			.findFirst();
	}

	/** The address at which somebody listens; some systems give none for all of them. */
	private static InetAddress local(IPConnection connection) {
		try {
			return InetAddress.getByAddress(connection.getLocalAddress());
		}
		catch (UnknownHostException ex) {
			return new InetSocketAddress(0).getAddress();
		}
	}

}
