package lab.programs.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import lab.programs.ChildJvm;
import lab.programs.Diagnostics;
import lab.programs.Options;
import lab.programs.Output;
import lab.programs.memory.Limits.LimitNotAvailableException;

/**
 * Two JVMs share the memory of a machine. How does one affect the other?
 * <p>
 * The machine is a control group with three units of memory. The measured JVM has a heap
 * of one unit. It has also written a file of one unit, which the kernel keeps in memory
 * while there is room. Then a second JVM starts, and the kernel has to find memory for
 * it.
 */
public final class Neighbours {

	private static final long MIB = 1 << 20;

	/** MiB per unit; 20 GB in the source. */
	private static final int UNIT = 1024;

	/** Units of memory of the machine. */
	private static final int MACHINE_UNITS = 3;

	private static final int KILLED = 128 + 9;

	private static final String PRE_TOUCH = "-XX:+AlwaysPreTouch";

	/** The file that the measured JVM writes. */
	private static final String FILE = "file";

	/** A file that exists once the measured JVM has begun its tasks. */
	private static final String READY = "ready";

	/** A file that exists once the neighbour has begun. */
	private static final String BEGUN = "begun";

	enum Variant {

		/* A second JVM starts, and takes a heap of one unit at once. */
		STARTS(1, false),

		/* As above, but the measured JVM touches its whole heap before it begins. */
		STARTS_PRE_TOUCHED(1, false, PRE_TOUCH),

		/*
		 * A second JVM grows by half a unit per second to two and a half units, which is
		 * more than the machine has.
		 */
		GROWS(2.5, false),

		GROWS_PRE_TOUCHED(2.5, false, PRE_TOUCH),

		/* memory.min forbids the kernel to take memory from the measured JVM. */
		GROWS_PROTECTED(2.5, true);

		private final double units;

		private final boolean protects;

		private final List<String> flags;

		Variant(double units, boolean protects, String... flags) {
			this.units = units;
			this.protects = protects;
			this.flags = List.of(flags);
		}

	}

	/**
	 * The duration of each part and the size of a unit.
	 *
	 * @param alone until the neighbour starts
	 * @param together from then on
	 * @param unit MiB per unit
	 */
	record Scale(Duration alone, Duration together, int unit) {
	}

	/**
	 * One second of the measured JVM.
	 *
	 * @param at the end of the second, in milliseconds since 1970
	 * @param tasks completed tasks
	 * @param gcMillis milliseconds of garbage collection
	 * @param pauseMillis the longest delay of a thread that sleeps for one millisecond
	 */
	record Second(long at, long tasks, long gcMillis, long pauseMillis) {

		void print(long begin, Output output) {
			output.event("second", this.at - begin,
					Map.of("tasks", this.tasks, "gcMillis", this.gcMillis, "pauseMillis", this.pauseMillis));
		}

		static Second parse(String line) {
			String[] words = line.split(" ");
			return new Second(Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]),
					Long.parseLong(words[4]));
		}

		@Override
		public String toString() {
			return "second " + this.at + " " + this.tasks + " " + this.gcMillis + " " + this.pauseMillis;
		}

	}

	static void run(Variant variant, Scale scale, Output output) throws InterruptedException, IOException {
		output.heading("%s: %d MiB a unit, %d units", variant, scale.unit, MACHINE_UNITS);
		Path folder = Files.createTempDirectory("lab-neighbours");
		try (MemoryGroup group = MemoryGroup.create(MACHINE_UNITS * scale.unit * MIB,
				variant.protects ? scale.unit * MIB : 0)) {
			output.event("machine", 0, Map.of("hugePages", hugePages(), "swapMiB", swapMib()));
			FutureTask<Integer> neighbour = new FutureTask<>(() -> neighbour(group, variant, scale, folder));
			long begin = System.currentTimeMillis();
			Thread second = Thread.ofPlatform().start(neighbour);
			ChildJvm measured;
			try {
				measured = ChildJvm.run(group.measured().command(), flags(variant, scale), Measured.class,
						folder.toString(), String.valueOf(scale.unit),
						String.valueOf(scale.alone.plus(scale.together).toSeconds()));
			}
			finally {
				second.interrupt();
				second.join();
			}
			Path begun = folder.resolve(BEGUN);
			report(measured, begin, Files.exists(begun) ? Files.getLastModifiedTime(begun).toMillis() : Long.MAX_VALUE,
					output);
			output.event((neighbour.get() == KILLED) ? "neighbour-killed" : "neighbour-lived",
					System.currentTimeMillis() - begin, Map.of());
		}
		catch (LimitNotAvailableException ex) {
			output.event("cannot be measured here: " + ex.getMessage(), 1, Map.of());
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex.getCause());
		}
		finally {
			for (String file : List.of(FILE, READY, BEGUN)) {
				Files.deleteIfExists(folder.resolve(file));
			}
			Files.delete(folder);
		}
	}

	private static List<String> flags(Variant variant, Scale scale) {
		return Stream.concat(Stream.of("-Xms" + scale.unit + "m", "-Xmx" + scale.unit + "m"), variant.flags.stream())
			.toList();
	}

	/**
	 * Runs the neighbour and returns its exit code; 0 if it lives until it is
	 * interrupted.
	 */
	private static int neighbour(MemoryGroup group, Variant variant, Scale scale, Path folder) throws IOException {
		try {
			while (!Files.exists(folder.resolve(READY))) {
				Thread.sleep(10);
			}
			Thread.sleep(scale.alone);
			Files.createFile(folder.resolve(BEGUN));
			long mib = (long) (variant.units * scale.unit);
			return ChildJvm
				.run(group.neighbour().command(), List.of("-Xms32m", "-Xmx" + (mib + scale.unit / 2) + "m"),
						Grower.class, String.valueOf(mib), String.valueOf((variant.units > 1) ? scale.unit / 2 : mib))
				.code();
		}
		catch (InterruptedException ex) {
			return 0;
		}
	}

	static void report(ChildJvm measured, long begin, long neighbourAt, Output output) {
		List<Second> seconds = measured.lines()
			.stream()
			.filter((line) -> line.startsWith("second "))
			.map(Second::parse)
			.toList();
		List<Second> before = seconds.stream().filter((second) -> second.at <= neighbourAt).toList();
		List<Second> after = seconds.stream().filter((second) -> second.at > neighbourAt).toList();
		if (before.isEmpty() || after.isEmpty()) {
			throw new IllegalStateException("the measured JVM ended with exit code " + measured.code() + " after "
					+ seconds.size() + " s: " + String.join("\n", measured.lines()));
		}
		before.forEach((second) -> second.print(begin, output));
		output.event("neighbour", neighbourAt - begin, Map.of());
		after.forEach((second) -> second.print(begin, output));
		output.metric("tasksBefore", before.stream().mapToLong(Second::tasks).average().orElseThrow());
		output.metric("tasksLowest", after.stream().mapToLong(Second::tasks).min().orElseThrow());
		output.metric("longestPause", after.stream().mapToLong(Second::pauseMillis).max().orElseThrow());
		output.event((measured.code() == KILLED) ? "measured-killed" : "measured-lived", seconds.getLast().at - begin,
				Map.of());
	}

	/** Returns the kernel's policy for huge pages: always, madvise or never. */
	private static String hugePages() throws IOException {
		Path file = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
		return Files.exists(file) ? Files.readAllLines(file).getFirst().replaceAll(".*\\[|].*", "") : "unknown";
	}

	private static long swapMib() throws IOException {
		for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
			if (line.startsWith("SwapTotal:")) {
				return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
			}
		}
		return 0;
	}

	/**
	 * Replaces random entries of a map that takes half of the heap, 12,000 per second as
	 * in the source. Replaced entries are garbage.
	 */
	static final class Measured {

		private static final int ENTRY = 4 * 1024;

		/** Tasks per 5 ms. */
		private static final int BATCH = 60;

		private static final long PERIOD_NANOS = 5_000_000;

		public static void main(String... arguments) throws IOException, InterruptedException {
			int unit = Integer.parseInt(arguments[1]);
			Path folder = Path.of(arguments[0]);
			write(folder.resolve(FILE), unit);
			AtomicLong pause = new AtomicLong();
			Thread.ofPlatform().daemon().start(() -> watch(pause));
			byte[][] map = new byte[(int) (unit * MIB / 2 / ENTRY)][];
			long tasks = 0;
			long done = 0;
			long collecting = Diagnostics.gcMillis();
			Files.createFile(folder.resolve(READY));
			long end = System.currentTimeMillis() + 1000 * Long.parseLong(arguments[2]);
			long next = System.currentTimeMillis() + 1000;
			long due = System.nanoTime();
			while (next <= end) {
				for (int number = 0; number < BATCH; number++) {
					map[ThreadLocalRandom.current().nextInt(map.length)] = new byte[ENTRY];
				}
				done += BATCH;
				/* Tasks that a pause delayed are dropped, not caught up. */
				due += PERIOD_NANOS;
				long early = due - System.nanoTime();
				if (early > 0) {
					Thread.sleep(Duration.ofNanos(early));
				}
				else {
					due = System.nanoTime();
				}
				long now = System.currentTimeMillis();
				if (now >= next) {
					long gc = Diagnostics.gcMillis();
					System.out.println(new Second(now, done - tasks, gc - collecting, pause.getAndSet(0)));
					tasks = done;
					collecting = gc;
					next = now + 1000;
				}
			}
		}

		/** Forces the file to the disk, so that the kernel may drop it from memory. */
		private static void write(Path file, int unit) throws IOException {
			ByteBuffer block = ByteBuffer.allocateDirect((int) MIB);
			try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
				for (int number = 0; number < unit; number++) {
					channel.write(block.clear());
				}
				channel.force(false);
			}
		}

		private static void watch(AtomicLong pause) {
			try {
				for (;;) {
					long begin = System.nanoTime();
					Thread.sleep(1);
					long late = (System.nanoTime() - begin) / 1_000_000 - 1;
					pause.accumulateAndGet(late, Math::max);
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

	}

	/** Takes memory at a fixed rate and keeps it. */
	static final class Grower {

		public static void main(String... arguments) throws InterruptedException {
			long mib = Long.parseLong(arguments[0]);
			long each = Long.parseLong(arguments[1]);
			List<byte[]> kept = new ArrayList<>();
			while (kept.size() < mib) {
				for (int number = 0; number < each && kept.size() < mib; number++) {
					kept.add(new byte[(int) MIB]);
				}
				Thread.sleep(1000);
			}
			Thread.sleep(Duration.ofHours(1));
		}

	}

	/*-
	 * Expected result: the kernel drops the file first, so a neighbour that starts has
	 * little effect. A neighbour that grows beyond the machine has a large one. With
	 * swap, the measured JVM pauses whenever its heap is read back; without swap, the
	 * kernel kills the larger of the two.
	 *
	 * To see it, on Linux, as a user who may create control groups:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.memory.Neighbours --variant=grows
	 */
	public static void main(String... arguments) throws InterruptedException, IOException {
		Options options = Options.of(arguments);
		Scale scale = options.has("quick") ? new Scale(Duration.ofSeconds(5), Duration.ofSeconds(8), UNIT / 4)
				: new Scale(Duration.ofSeconds(10), Duration.ofSeconds(20), UNIT);
		for (Variant variant : options.choose("variant", Variant.class)) {
			run(variant, scale, options.output());
		}
	}

}
