package lab.programs.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.programs.Diagnostics;
import lab.programs.Options;
import lab.programs.Output;

/**
 * Two histograms of the heap reveal a leak: which class has more objects each time?
 * <p>
 * Each request registers a listener with a list that lives as long as the program.
 * Reachable objects are not garbage: nobody calls those listeners any more, but they
 * stay.
 */
public final class Leak {

	private static final int ROUNDS = 5;

	private static final int REQUESTS = 10_000;

	private static final int MIB = 1 << 20;

	/** A line of GC.class_histogram: number, instances, bytes, class. */
	private static final Pattern LINE = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

	/**
	 * Most leaked memory belongs to arrays and classes of the JDK; the classes of the
	 * program reveal who holds it.
	 */
	private static final Pattern JDK_CLASS = Pattern.compile("\\[.*|(java|javax|jdk|sun|com\\.sun)\\..*");

	private static final List<Listener> LISTENERS = new ArrayList<>();

	enum Form {

		/*
		 * Wrong: the listener is registered and never removed. The same happens with a
		 * static map, or with a ThreadLocal of a pooled thread.
		 */
		KEPT {
			@Override
			void request() {
				LISTENERS.add(new Listener());
			}
		},

		/*
		 * Right: the code that registers also removes, in a finally block. If that is
		 * impossible, the collection needs a bound.
		 */
		REMOVED {
			@Override
			void request() {
				Listener listener = new Listener();
				LISTENERS.add(listener);
				try {
					listener.called();
				}
				finally {
					LISTENERS.remove(listener);
				}
			}
		};

		abstract void request();

	}

	/** A listener holds a buffer, which makes up most of the leak. */
	static final class Listener {

		private final byte[] buffer = new byte[1024];

		void called() {
			this.buffer[0]++;
		}

	}

	/**
	 * The memory of one class in a histogram.
	 *
	 * @param instances the number of objects
	 * @param bytes their own size, without the objects that they refer to
	 */
	record Usage(long instances, long bytes) {

		static final Usage NOTHING = new Usage(0, 0);

		Usage since(Usage before) {
			return new Usage(this.instances - before.instances, this.bytes - before.bytes);
		}

	}

	/**
	 * Returns the live objects by class. The JVM collects all garbage first, so every
	 * object counted is reachable.
	 */
	static Map<String, Usage> histogram() {
		return histogram(Diagnostics.command("gcClassHistogram"));
	}

	static Map<String, Usage> histogram(String text) {
		Map<String, Usage> histogram = new HashMap<>();
		text.lines()
			.map(LINE::matcher)
			.filter(Matcher::matches)
			.forEach((line) -> histogram.put(line.group(3),
					new Usage(Long.parseLong(line.group(1)), Long.parseLong(line.group(2)))));
		return histogram;
	}

	/**
	 * Returns the class of this program that grows most in bytes, by at least one object
	 * per request; or "nothing".
	 */
	static String growingClass(Map<String, Usage> before, Map<String, Usage> after, long requests) {
		return after.entrySet()
			.stream()
			.filter((held) -> !JDK_CLASS.matcher(held.getKey()).matches())
			.map((held) -> Map.entry(held.getKey(),
					held.getValue().since(before.getOrDefault(held.getKey(), Usage.NOTHING))))
			.filter((growth) -> growth.getValue().instances() >= requests)
			.max(Comparator.comparingLong((growth) -> growth.getValue().bytes()))
			.map(Map.Entry::getKey)
			.orElse("nothing");
	}

	static void run(Form form, int rounds, int requests, Output output) {
		output.heading("listeners are %s", form);
		String listener = Listener.class.getName();
		/* The first histogram loads classes, which are not a leak. */
		histogram();
		Map<String, Usage> first = histogram();
		Map<String, Usage> last = first;
		for (int round = 1; round <= rounds; round++) {
			for (int request = 0; request < requests; request++) {
				form.request();
			}
			last = histogram();
			output.event("collected", round, Map.of("heapMiB", mib(last), "grows",
					growingClass(first, last, (long) round * requests), "listeners", instances(last, listener)));
		}
		output.metric("liveHeap", mib(last));
		long all = (long) rounds * requests;
		boolean leaks = form == Form.KEPT;
		output.check("listeners", instances(last, listener), leaks ? all : 0);
		output.check("leakNamed", growingClass(first, last, all).equals(listener) ? 1 : 0, leaks ? 1 : 0);
		LISTENERS.clear();
	}

	private static long instances(Map<String, Usage> histogram, String name) {
		return histogram.getOrDefault(name, Usage.NOTHING).instances();
	}

	private static double mib(Map<String, Usage> histogram) {
		return Math.round(10.0 * histogram.values().stream().mapToLong(Usage::bytes).sum() / MIB) / 10.0;
	}

	/*-
	 * Expected result with 5 rounds of 10,000 requests:
	 *
	 *   kept     the live heap grows by 10 MiB per round, and Leak$Listener is named
	 *   removed  the live heap stays at 2 to 3 MiB, and nothing grows
	 *
	 * Measured on Linux (x64), JDK 21 and 25.
	 *
	 * To see it:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.memory.Leak
	 *
	 * On any JVM: jcmd PID GC.class_histogram, twice.
	 */
	public static void main(String... arguments) {
		Options options = Options.of(arguments);
		for (Form form : options.choose("variant", Form.class)) {
			run(form, options.has("quick") ? 2 : ROUNDS, REQUESTS, options.output());
		}
	}

}
