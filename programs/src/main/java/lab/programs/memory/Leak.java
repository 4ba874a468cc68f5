package lab.programs.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.programs.Options;
import lab.programs.Output;

/**
 * A leak is found by two histograms of the heap: what is there more of each time?
 * <p>
 * Each request registers a listener with a list that lives as long as the program. What
 * is reachable is not garbage: nobody calls those listeners any more, and they stay.
 */
public final class Leak {

	private static final int ROUNDS = 5;

	private static final int REQUESTS = 10_000;

	private static final int MIB = 1 << 20;

	/** A line of GC.class_histogram: number, instances, bytes, class. */
	private static final Pattern LINE = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

	/** The JDK's classes and arrays are what leaks; those of the program say whose. */
	private static final Pattern NOT_OURS = Pattern.compile("\\[.*|(java|javax|jdk|sun|com\\.sun)\\..*");

	private static final List<Listener> LISTENERS = new ArrayList<>();

	private Leak() {
	}

	enum Form {

		/*
		 * Wrong: it is registered and never removed. So it is with whatever adds to a
		 * static map and to a ThreadLocal of a pool's thread.
		 */
		KEPT {
			@Override
			void request() {
				LISTENERS.add(new Listener());
			}
		},

		/*
		 * Right: what registers also removes, whatever happens in between. Where that
		 * cannot be, the collection needs a bound.
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

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	/** What a listener holds goes with it, and is most of the leak. */
	static final class Listener {

		private final byte[] buffer = new byte[1024];

		void called() {
			this.buffer[0]++;
		}

	}

	/**
	 * A class in a histogram.
	 *
	 * @param instances objects of it
	 * @param bytes what they take, without what they refer to
	 */
	record Held(long instances, long bytes) {

		static final Held NOTHING = new Held(0, 0);

		Held since(Held before) {
			return new Held(this.instances - before.instances, this.bytes - before.bytes);
		}

	}

	/**
	 * The live objects, by class. The JVM collects all garbage first, so that what is
	 * counted is reachable.
	 */
	static Map<String, Held> histogram() {
		return histogram(Diagnostics.command("gcClassHistogram"));
	}

	static Map<String, Held> histogram(String text) {
		Map<String, Held> histogram = new HashMap<>();
		text.lines()
			.map(LINE::matcher)
			.filter(Matcher::matches)
			.forEach((line) -> histogram.put(line.group(3),
					new Held(Long.parseLong(line.group(1)), Long.parseLong(line.group(2)))));
		return histogram;
	}

	/**
	 * The class of this program that grows most in bytes, by one object a request or
	 * more; or nothing.
	 */
	static String grows(Map<String, Held> before, Map<String, Held> after, long requests) {
		return after.entrySet()
			.stream()
			.filter((held) -> !NOT_OURS.matcher(held.getKey()).matches())
			.map((held) -> Map.entry(held.getKey(),
					held.getValue().since(before.getOrDefault(held.getKey(), Held.NOTHING))))
			.filter((growth) -> growth.getValue().instances() >= requests)
			.max(Comparator.comparingLong((growth) -> growth.getValue().bytes()))
			.map(Map.Entry::getKey)
			.orElse("nothing");
	}

	static void run(Form form, int rounds, int requests, Output output) {
		output.heading("listeners are " + form);
		String listener = Listener.class.getName();
		/* The first histogram loads classes, and they are no leak. */
		histogram();
		Map<String, Held> first = histogram();
		Map<String, Held> last = first;
		for (int round = 1; round <= rounds; round++) {
			for (int request = 0; request < requests; request++) {
				form.request();
			}
			last = histogram();
			output.event("collected", round, Map.of("heapMiB", mib(last), "grows",
					grows(first, last, (long) round * requests), "listeners", instances(last, listener)));
		}
		output.metric("liveHeap", mib(last));
		long all = (long) rounds * requests;
		boolean leaks = form == Form.KEPT;
		output.check("listeners", instances(last, listener), leaks ? all : 0);
		output.check("leakNamed", grows(first, last, all).equals(listener) ? 1 : 0, leaks ? 1 : 0);
		LISTENERS.clear();
	}

	private static long instances(Map<String, Held> histogram, String name) {
		return histogram.getOrDefault(name, Held.NOTHING).instances();
	}

	private static double mib(Map<String, Held> histogram) {
		return Math.round(10.0 * histogram.values().stream().mapToLong(Held::bytes).sum() / MIB) / 10.0;
	}

	/*-
	 * What you should see, of 5 rounds of 10,000 requests:
	 *
	 *   kept     the live heap grows by 10 MiB a round, and Leak$Listener is named
	 *   removed  the live heap stays at 2 to 3 MiB, and nothing grows
	 *
	 * Measured on Linux (x64), JDK 21 and 25.
	 *
	 * To see it:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.memory.Leak
	 *
	 * Of any JVM: jcmd PID GC.class_histogram, twice.
	 */
	public static void main(String... arguments) {
		Options options = Options.of(arguments);
		for (Form form : options.choose("variant", Form.class)) {
			run(form, options.has("quick") ? 2 : ROUNDS, REQUESTS, new Output(System.out, options.has("json")));
		}
	}

}
