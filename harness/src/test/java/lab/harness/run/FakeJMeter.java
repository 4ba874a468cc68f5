package lab.harness.run;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Stands in for JMeter: ten requests, a line in the JTL, a summary. With 11 users it
 * lasts until there is a file {@code load.jtl.end}, with 7 its warm-up lasts for two
 * seconds, with 13 it fails; with a duration of 99 s it lasts for ever.
 */
public final class FakeJMeter {

	private FakeJMeter() {
	}

	/**
	 * Puts it, and empty plans, where JMeter is.
	 */
	static void install(Path root) throws IOException {
		FakeProject.jar(root.resolve("jmeter/target/apache-jmeter/bin/ApacheJMeter.jar"), FakeJMeter.class);
		Files.createFile(root.resolve("jmeter/closed-loop.jmx"));
		Files.createFile(root.resolve("jmeter/open-arrivals.jmx"));
	}

	/**
	 * Takes JMeter's command line.
	 */
	public static void main(String[] arguments) throws Exception {
		List<String> words = Arrays.asList(arguments);
		System.out.println("Creating summariser <summary>");
		if (words.contains("-Jusers=13")) {
			System.out.println("Error in NonGUIDriver");
			System.exit(1);
		}
		String port = words.stream()
			.filter((word) -> word.startsWith("-Jport="))
			.findFirst()
			.orElseThrow()
			.substring(7);
		for (int i = 0; i < 10; i++) {
			// The JDK's newer client needs most of a second to start.
			URI.create("http://127.0.0.1:" + port + "/").toURL().openStream().close();
		}
		int jtl = words.indexOf("-l");
		if (jtl >= 0) {
			Files.writeString(Path.of(words.get(jtl + 1)), "timeStamp,elapsed,TESTSTART.MS\n1000900,2,1000000\n");
		}
		if (words.contains("-Jduration=99")) {
			new CountDownLatch(1).await();
		}
		if (words.contains("-Jusers=11") && jtl >= 0) {
			while (!Files.exists(Path.of(words.get(jtl + 1) + ".end"))) {
				new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS);
			}
		}
		if (words.contains("-Jusers=7") && jtl < 0) {
			new CountDownLatch(1).await(2, TimeUnit.SECONDS);
		}
		System.out
			.println("summary =     10 in 00:00:01 =   12.5/s Avg:     1 Min:     0 Max:     2 Err:     0 (0.00%)");
	}

}
