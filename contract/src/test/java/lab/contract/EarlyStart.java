package lab.contract;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Starts the services of single test classes while other tests run: a start takes seconds
 * of CPU time, and most tests only wait. With images it starts none, because their tests
 * measure load.
 */
public final class EarlyStart implements TestExecutionListener {

	/** The test classes that start services of their own when they are initialized. */
	private static final List<Class<?>> OWNERS = List.of(ShutdownIT.class, HttpClientsIT.class, JettyIT.class,
			CoroutinesIT.class, R2dbcIT.class);

	@Override
	public void testPlanExecutionStarted(TestPlan plan) {
		Set<String> planned = plan.getRoots()
			.stream()
			.flatMap((root) -> plan.getDescendants(root).stream())
			.flatMap((test) -> test.getSource().stream())
			.filter(ClassSource.class::isInstance)
			.map((source) -> ((ClassSource) source).getClassName())
			.collect(Collectors.toSet());
		List<Class<?>> owners = OWNERS.stream().filter((owner) -> planned.contains(owner.getName())).toList();
		if (Image.JAVA == null && !owners.isEmpty() && planned.size() > owners.size()) {
			Thread.ofPlatform()
				.daemon()
				.start(() -> Stream.concat(Stream.of(Lab.class), owners.stream()).forEach(EarlyStart::start));
		}
	}

	/** Waits, because all services at once would take the CPU from the tests. */
	private static void start(Class<?> owner) {
		try {
			Class.forName(owner.getName());
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
		Service.awaitStarted();
	}

}
