package lab.harness.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import lab.harness.target.RunFailedException;
import oshi.software.os.InternetProtocolStats.TcpState;
import oshi.software.os.OperatingSystem;

/**
 * Counts the established connections on a port. On Linux the rows of
 * {@code /proc/net/tcp} are counted: OSHI would also look for the owner of each among all
 * open files, and takes three times as long.
 */
final class ConnectionProbe {

	/** State {@code TCP_ESTABLISHED} in {@code /proc/net/tcp} (proc_pid_net(5)). */
	private static final String ESTABLISHED = "01";

	private final OperatingSystem os;

	private final List<Path> tables;

	ConnectionProbe(OperatingSystem os) {
		this(os, List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6")));
	}

	ConnectionProbe(OperatingSystem os, List<Path> tables) {
		this.os = os;
		this.tables = tables.stream().filter(Files::isReadable).toList();
	}

	/**
	 * The established connections whose local end is the port.
	 */
	int count(int port) {
		if (this.tables.isEmpty()) {
			return (int) this.os.getInternetProtocolStats()
				.getConnections()
				.stream()
				.filter((row) -> row.getLocalPort() == port && row.getState() == TcpState.ESTABLISHED)
				.count();
		}
		return this.tables.stream().mapToInt((table) -> count(table, port)).sum();
	}

	private static int count(Path table, int port) {
		try (Stream<String> rows = Files.lines(table, StandardCharsets.ISO_8859_1)) {
			return established(rows, port);
		}
		catch (IOException | UncheckedIOException ex) {
			throw new RunFailedException("cannot read " + table + ": " + ex.getMessage());
		}
	}

	/**
	 * The established connections among the rows of {@code /proc/net/tcp}.
	 */
	static int established(Stream<String> rows, int port) {
		String end = ":%04X".formatted(port);
		return (int) rows.map((row) -> row.strip().split(" +", 5))
			.filter((cells) -> cells.length == 5 && cells[1].endsWith(end) && cells[3].equals(ESTABLISHED))
			// Read in pieces: what changes meanwhile may move a row into the next
			// piece again.
			.map((cells) -> cells[1] + cells[2])
			.distinct()
			.count();
	}

}
