package lab.harness.run.process;

import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.OperatingSystemMXBean;
import java.lang.management.RuntimeMXBean;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

import lab.harness.model.result.RunFailedException;
import lab.wire.AppLedger.JvmCounters;
import lab.wire.Terms.JvmTerms;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a JVM on this machine that has no ledger, read from its management
 * beans. It works with any JVM of the same user, whatever runs in it.
 *
 * @param compiler null for a JVM that only interprets
 */
public record JvmMonitor(JMXConnector connector, MemoryMXBean memory, @Nullable CompilationMXBean compiler,
		RuntimeMXBean runtime, OperatingSystemMXBean system,
		List<GarbageCollectorMXBean> collectors) implements AutoCloseable {

	private static final long TIMEOUT_SECONDS = 2;

	/** The collectors of the whole heap; those of ZGC and Shenandoah have none. */
	private static final Set<String> FULL = Set.of("G1 Old Generation", "PS MarkSweep", "MarkSweepCompact");

	/** Beans of these names count work that does not stop the application. */
	private static final List<String> CONCURRENT = List.of("Cycles", "Concurrent");

	/**
	 * Attaches to a process of this user, whose address the JVM itself tells; returns
	 * null if it is no JVM, or one that forbids it.
	 */
	@SuppressWarnings("BanJNDI")
	public static @Nullable JvmMonitor attach(long pid) {
		try {
			// To attach to another program would end it: HotSpot listens for SIGQUIT.
			if (VirtualMachine.list().stream().noneMatch((machine) -> machine.id().equals(String.valueOf(pid)))) {
				return null;
			}
			VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
			try {
				return of(JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent())));
			}
			finally {
				machine.detach();
			}
		}
		catch (IOException | AttachNotSupportedException | RuntimeException | NoClassDefFoundError ex) {
			// A runtime without the module jdk.attach lacks the class.
			return null;
		}
	}

	private static JvmMonitor of(JMXConnector connector) throws IOException {
		try {
			MBeanServerConnection beans = connector.getMBeanServerConnection();
			return new JvmMonitor(connector, ManagementFactory.getPlatformMXBean(beans, MemoryMXBean.class),
					compiler(beans), ManagementFactory.getPlatformMXBean(beans, RuntimeMXBean.class),
					ManagementFactory.getPlatformMXBean(beans, OperatingSystemMXBean.class),
					List.copyOf(ManagementFactory.getPlatformMXBeans(beans, GarbageCollectorMXBean.class)));
		}
		catch (IOException | RuntimeException ex) {
			connector.close();
			throw ex;
		}
	}

	private static @Nullable CompilationMXBean compiler(MBeanServerConnection beans) throws IOException {
		try {
			return ManagementFactory.getPlatformMXBean(beans, CompilationMXBean.class);
		}
		catch (IllegalArgumentException ex) {
			// The JVM has no such bean.
			return null;
		}
	}

	public JvmTerms terms() {
		return new JvmTerms(this.runtime.getSystemProperties().getOrDefault("java.version", ""),
				this.system.getAvailableProcessors(), 0,
				String.join(", ", this.collectors.stream().map(GarbageCollectorMXBean::getName).toList()),
				this.memory.getHeapMemoryUsage().getMax());
	}

	/**
	 * Reads the counters. Without an answer within 2 s it completes with an exception.
	 */
	public CompletableFuture<JvmCounters> read() {
		// The common pool has one thread on two processors, which a JVM that hangs would
		// keep.
		return CompletableFuture.supplyAsync(this::counters, Thread::startVirtualThread)
			.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
			.exceptionallyCompose((failure) -> CompletableFuture
				.failedFuture(new RunFailedException("the counters of the JVM cannot be read: " + failure, failure)));
	}

	private JvmCounters counters() {
		long pauses = this.collectors.stream()
			.filter((collector) -> CONCURRENT.stream().noneMatch(collector.getName()::contains))
			.mapToLong(GarbageCollectorMXBean::getCollectionTime)
			.sum();
		long full = this.collectors.stream()
			.filter((collector) -> FULL.contains(collector.getName()))
			.mapToLong(GarbageCollectorMXBean::getCollectionCount)
			.sum();
		return new JvmCounters(this.memory.getHeapMemoryUsage().getUsed(), pauses, full,
				(this.compiler != null) ? this.compiler.getTotalCompilationTime() : 0);
	}

	/** Closes the connection; waits at most 2 s, since the JVM may hang. */
	@Override
	public void close() {
		CompletableFuture.runAsync(this::disconnect, Thread::startVirtualThread)
			.handle((none, failure) -> failure == null)
			.completeOnTimeout(false, TIMEOUT_SECONDS, TimeUnit.SECONDS)
			.join();
	}

	private void disconnect() {
		try {
			this.connector.close();
		}
		catch (IOException ex) {
			// The JVM has ended, and the connection with it.
		}
	}

}
