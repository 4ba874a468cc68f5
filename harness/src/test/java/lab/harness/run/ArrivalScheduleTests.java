package lab.harness.run;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ArrivalSchedule}.
 */
class ArrivalScheduleTests {

	private static final Path JMETER = Path.of("../jmeter/target/apache-jmeter/lib");

	private static final String PACKAGE = "org.apache.jmeter.timers.poissonarrivals.";

	@TempDir
	private Path folder;

	@Test
	void secondsShouldBeRateTimesPeriodSortedAndWithinIt() {
		assertThat(new ArrivalSchedule(42, 300, Duration.ofSeconds(60)).seconds(18_000)).hasSize(18_000)
			.isSorted()
			.satisfies((all) -> assertThat(all[0]).isNotNegative())
			.satisfies((all) -> assertThat(all[17_999]).isLessThan(60));
	}

	/** The class of JMeter's own that the timer asks for the next arrival. */
	@Test
	void secondsShouldBeThoseOfJMetersTimerInEveryPeriod() throws Exception {
		Assumptions.assumeTrue(Files.isDirectory(JMETER), "JMeter is not assembled");
		try (URLClassLoader jmeter = new URLClassLoader(jars())) {
			Class<?> rate = jmeter.loadClass(PACKAGE + "ThroughputProvider");
			Class<?> period = jmeter.loadClass(PACKAGE + "DurationProvider");
			Class<?> generator = jmeter.loadClass(PACKAGE + "ConstantPoissonProcessGenerator");
			Object events = generator.getConstructor(rate, int.class, int.class, period, Long.class, boolean.class)
				.newInstance(always(rate, 20.0), 1, 0, always(period, 30L), 42L, false);
			Method next = generator.getMethod("next");
			for (double second : new ArrivalSchedule(42, 20, Duration.ofSeconds(30)).seconds(1500)) {
				assertThat(next.invoke(events)).isEqualTo(second);
			}
		}
	}

	@Test
	void addToShouldGiveTheNextDueTimeToTheNextThatWasSent() throws IOException {
		double[] due = due();
		// In the order of the answers: the third, the first and the second to be sent.
		Path jtl = jtl("""
				timeStamp,elapsed,label,"problem","TESTSTART.MS"
				1003100,5,"a, b",null,1000000
				1000900,9,x,null,1000000
				1001500,9,"line
				break",full,1000000
				""");
		new ArrivalSchedule(42, 1, Duration.ofSeconds(4)).addTo(jtl);
		assertThat(jtl).hasContent("""
				timeStamp,elapsed,label,problem,TESTSTART.MS,intended
				1003100,5,"a, b",null,1000000,%d
				1000900,9,x,null,1000000,%d
				1001500,9,"line
				break",full,1000000,%d
				""".formatted(millis(due[2]), millis(due[0]), millis(due[1])));
	}

	@Test
	void addToWhenSeveralWereSentInTheSameMillisecondShouldGiveEachItsOwn() throws IOException {
		double[] due = due();
		Path jtl = jtl("timeStamp,TESTSTART.MS\n1003100,1000000\n1003100,1000000\n1000000,1000000\n");
		new ArrivalSchedule(42, 1, Duration.ofSeconds(4)).addTo(jtl);
		assertThat(Files.readAllLines(jtl)).containsExactly("timeStamp,TESTSTART.MS,intended",
				"1003100,1000000," + millis(due[1]), "1003100,1000000," + millis(due[2]),
				"1000000,1000000," + millis(due[0]));
	}

	@Test
	void secondsWhenAPeriodIsOverShouldGoOnWithTheNext() {
		double[] seconds = new ArrivalSchedule(42, 1, Duration.ofSeconds(4)).seconds(5);
		assertThat(seconds).startsWith(due()).isSorted();
		assertThat(seconds[4]).isBetween(4.0, 8.0);
	}

	@Test
	void addToWhenTheStartOfTheTestIsUnknownShouldLeaveTheFileAsItIs() throws IOException {
		Path jtl = jtl("timeStamp,elapsed\n5,1\n");
		new ArrivalSchedule(42, 1, Duration.ofSeconds(4)).addTo(jtl);
		assertThat(jtl).hasContent("timeStamp,elapsed\n5,1\n");
	}

	/** The four times of seed 42 in 4 s, worked out without the class. */
	private static double[] due() {
		Random random = new Random(42);
		return Stream.generate(() -> random.nextDouble() * 4)
			.limit(4)
			.sorted()
			.mapToDouble(Double::doubleValue)
			.toArray();
	}

	private static long millis(double second) {
		return 1_000_000 + (long) (second * 1000);
	}

	private Path jtl(String text) throws IOException {
		return Files.writeString(this.folder.resolve("load.jtl"), text);
	}

	private static Object always(Class<?> type, Object answer) {
		return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, args) -> answer);
	}

	private static URL[] jars() throws IOException {
		List<URL> jars = new ArrayList<>();
		try (Stream<Path> files = Files.walk(JMETER, 2)) {
			for (Path jar : files.filter((file) -> file.toString().endsWith(".jar")).toList()) {
				jars.add(jar.toUri().toURL());
			}
		}
		return jars.toArray(URL[]::new);
	}

}
