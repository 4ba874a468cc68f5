import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Finds a JDK, builds if a source changed, and starts the harness or JMeter. Any JDK from
 * 17 on runs it from source: {@code java launcher/src/main/java/Bench.java list}.
 * <p>
 * System properties: {@code bench.root} is the checkout, by default the current folder.
 * {@code bench.program} is {@code bench} or {@code jmeterw}. With {@code bench.print} the
 * command is printed for a shell, which executes it, so that no second JVM stays and
 * signals arrive. {@code bench.terminal} says whether messages go to a terminal. The exit
 * code is that of the program, or 2 if there is no JDK or no Maven or the build fails.
 */
final class Bench {

	static final int OLDEST_FOR_HARNESS = 21;

	static final int OLDEST_FOR_JMETER = 17;

	/** Megabytes of a repository of Maven with all that the build and its tests use. */
	private static final int DOWNLOAD = 470;

	/** Megabytes that everything built takes in the checkout. */
	private static final int BUILT = 800;

	private static final List<String> HARNESS = List.of("launcher", "wire", "harness");

	/** Modules that are built for every run, although a program needs no service. */
	private static final List<String> RUN = List.of("programs", "slow-backend", "service-common", "tomcat-platform",
			"tomcat-virtual", "webflux", "jmeter");

	/** Services that are built only for an experiment that names them. */
	private static final List<String> CONTENDERS = List.of("jetty", "coroutines", "r2dbc");

	/**
	 * An error of the user or the machine: it is reported in one line on stderr, and the
	 * exit code is 2.
	 */
	static final class Refusal extends RuntimeException {

		private static final long serialVersionUID = 1;

		Refusal(String message) {
			super(message);
		}

	}

	/**
	 * The machine on which to search for a JDK. Tests replace it by other machines.
	 *
	 * @param files the file system
	 * @param environment the environment variables
	 * @param os the system property {@code os.name}
	 * @param user the home folder of the user
	 */
	record Machine(FileSystem files, Map<String, String> environment, String os, String user) {

		static Machine current() {
			// Windows ignores the case of variables: Path, PATH.
			Map<String, String> environment = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
			environment.putAll(System.getenv());
			String os = System.getProperty("os.name");
			return new Machine(FileSystems.getDefault(), os.startsWith("Windows") ? environment : System.getenv(), os,
					System.getProperty("user.home"));
		}

		boolean isWindows() {
			return this.os.startsWith("Windows");
		}

		boolean isMac() {
			return this.os.startsWith("Mac");
		}

		/** Returns all JDKs and runtimes, those that the user chose first. */
		List<Jdk> jdks() {
			List<Path> homes = new ArrayList<>();
			path(this.environment.get("JAVA_HOME")).ifPresent(homes::add);
			onPath("java").map(Bench::realPath).map(Path::getParent).map(Path::getParent).ifPresent(homes::add);
			// Public CI has a variable for each JDK: JAVA_HOME_21_X64,
			// JAVA_HOME_25_arm64.
			this.environment.forEach((name, value) -> {
				if (name.matches("JAVA_HOME_\\d+(_\\w+)?")) {
					path(value).ifPresent(homes::add);
				}
			});
			for (String home : usualHomes()) {
				String[] parts = home.split("/\\*/?", 2);
				path(parts[0]).ifPresent((folder) -> homes.addAll(children(folder, parts[1])));
			}
			Map<Path, Jdk> jdks = new LinkedHashMap<>();
			homes
				.forEach((home) -> Jdk.at(home, isWindows()).ifPresent((jdk) -> jdks.putIfAbsent(realPath(home), jdk)));
			return List.copyOf(jdks.values());
		}

		/** Finds a program on the PATH. */
		Optional<Path> onPath(String name) {
			String path = this.environment.getOrDefault("PATH", "");
			List<String> endings = isWindows() ? List.of(".exe", ".cmd", ".bat") : List.of("");
			return Stream.of(path.split(isWindows() ? ";" : ":"))
				.map(this::path)
				.flatMap(Optional::stream)
				.flatMap((folder) -> endings.stream().map((ending) -> folder.resolve(name + ending)))
				.filter(Files::isRegularFile)
				.findFirst();
		}

		/** Returns the usual homes of JDKs; the star stands for any name. */
		private List<String> usualHomes() {
			List<String> homes = new ArrayList<>();
			if (isWindows()) {
				for (String vendor : List.of("Java", "Eclipse Adoptium", "Microsoft", "Zulu", "Amazon Corretto",
						"BellSoft", "Semeru")) {
					homes.add(this.environment.get("ProgramFiles") + "/" + vendor + "/*");
					homes.add(this.environment.get("ProgramFiles(x86)") + "/" + vendor + "/*");
				}
				homes.add(this.environment.get("LOCALAPPDATA") + "/Programs/Eclipse Adoptium/*");
			}
			else if (isMac()) {
				homes.add("/Library/Java/JavaVirtualMachines/*/Contents/Home");
				homes.add(this.user + "/Library/Java/JavaVirtualMachines/*/Contents/Home");
				// These are the folders of Homebrew on Apple silicon and on Intel.
				homes.add("/opt/homebrew/opt/*/libexec/openjdk.jdk/Contents/Home");
				homes.add("/usr/local/opt/*/libexec/openjdk.jdk/Contents/Home");
			}
			else {
				homes.addAll(List.of("/usr/lib/jvm/*", "/usr/java/*", "/opt/java/*",
						"/home/linuxbrew/.linuxbrew/opt/*/libexec"));
			}
			homes.add(this.user + "/.sdkman/candidates/java/*");
			// IntelliJ downloads JDKs to this folder; on macOS each is a bundle.
			homes.addAll(List.of(this.user + "/.jdks/*", this.user + "/.jdks/*/Contents/Home"));
			return homes;
		}

		private Optional<Path> path(String value) {
			try {
				return (value == null || value.isBlank()) ? Optional.empty()
						: Optional.of(this.files.getPath(value.strip()));
			}
			catch (InvalidPathException ex) {
				return Optional.empty();
			}
		}

		private static List<Path> children(Path folder, String below) {
			List<Path> children = new ArrayList<>();
			if (Files.isDirectory(folder)) {
				try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
					entries.forEach((entry) -> children.add(entry.resolve(below)));
				}
				catch (IOException ex) {
					// An unreadable folder contains no JDK that could be started.
				}
			}
			children.sort(null);
			return children;
		}

	}

	/**
	 * A JDK, or a runtime without compiler.
	 *
	 * @param home the folder above {@code bin}
	 * @param java the program that starts a JVM
	 * @param version the major version, such as 25
	 */
	record Jdk(Path home, Path java, int version) {

		static Optional<Jdk> at(Path home, boolean windows) {
			Path java = home.resolve("bin").resolve(windows ? "java.exe" : "java");
			Properties release = new Properties();
			try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
				release.load(reader);
				String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
				// Java 8 reports 1.8, which is too old under either name.
				Jdk jdk = new Jdk(home, java, Integer.parseInt(version.split("\\D", 2)[0]));
				return Optional.of(jdk).filter((found) -> Files.isRegularFile(java));
			}
			catch (IOException | IllegalArgumentException ex) {
				return Optional.empty();
			}
		}

		/**
		 * Whether the JDK can open a window: headless packages of Linux lack this
		 * library.
		 */
		boolean hasScreen(Machine machine) {
			return machine.isWindows() || machine.isMac() || Files.exists(this.home.resolve("lib/libawt_xawt.so"));
		}

	}

	private final Path root;

	private final Machine machine;

	private final String program;

	/**
	 * Its first line is the checksum of the sources of the whole build; each other line
	 * is a module that was built from them, with the checksum of its jar.
	 */
	private final Path stamp;

	Bench(Path root, Machine machine, String program) {
		this.root = root;
		this.machine = machine;
		this.program = program;
		this.stamp = root.resolve("target/built");
	}

	public static void main(String[] arguments) throws IOException, InterruptedException {
		String program = System.getProperty("bench.program", "bench");
		try {
			Bench bench = new Bench(Path.of(System.getProperty("bench.root", "")).toAbsolutePath().normalize(),
					Machine.current(), program);
			List<String> command = "jmeterw".equals(program) ? bench.jmeter(List.of(arguments))
					: bench.harness(List.of(arguments), Boolean.getBoolean("bench.terminal"));
			if (Boolean.getBoolean("bench.print")) {
				System.out.println(command.stream().map(Bench::quote).collect(Collectors.joining(" ")));
			}
			else {
				System.exit(start(command));
			}
		}
		catch (Refusal ex) {
			System.err.println(program + ": " + ex.getMessage());
			System.exit(2);
		}
	}

	/**
	 * Builds the modules that the arguments need, and returns the command line of the
	 * harness.
	 * @param arguments the arguments of {@code bench}
	 * @param terminal whether messages go to a terminal
	 */
	List<String> harness(List<String> arguments, boolean terminal) throws InterruptedException {
		Jdk jdk = findJdk(OLDEST_FOR_HARNESS, false);
		if (arguments.contains("prepare")) {
			say("everything needs at most " + DOWNLOAD + " MB from the network (" + DOWNLOAD * 8 / 50
					+ " s at 50 Mbit/s) and " + BUILT
					+ " MB here; what is there already is not fetched or built again");
		}
		build(jdk, modulesFor(arguments));
		List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
		// The harness compiles lightly, because it shares the cores with the measured
		// app.
		command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
				"--enable-native-access=ALL-UNNAMED", "-Dbench.root=" + this.root, "-Dbench.terminal=" + terminal,
				"-Dbench.jdks=" + this.machine.jdks()
					.stream()
					.map((found) -> found.home().toString())
					.collect(Collectors.joining(this.machine.isWindows() ? ";" : ":")),
				"-jar", this.root.resolve("harness/target/harness.jar").toString()));
		command.addAll(arguments);
		return command;
	}

	/** Assembles JMeter if needed, and returns its command line. */
	List<String> jmeter(List<String> arguments) throws InterruptedException {
		boolean window = arguments.stream()
			.noneMatch(List.of("-n", "--nongui", "-g", "--reportonly", "-s", "--server", "-v", "--version", "-h",
					"--help", "-?")::contains);
		Jdk jdk = findJdk(OLDEST_FOR_JMETER, window);
		build(jdk, List.of("jmeter"));
		if (arguments.isEmpty()) {
			say("open jmeter/closed-loop.jmx (one server) or jmeter/comparison.jmx (the three apps), or name one: "
					+ "./jmeterw -t jmeter/comparison.jmx");
		}
		List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
		if (jdk.version() >= 24) {
			// JMeter's XML library uses a class that JDK 24 warns of.
			command.add("--sun-misc-unsafe-memory-access=allow");
		}
		// JMeter's GUI uses internal packages of the JDK.
		for (String open : List.of("java.base/java.lang", "java.base/java.lang.invoke", "java.base/java.lang.reflect",
				"java.base/java.util", "java.base/java.text", "java.desktop/java.awt", "java.desktop/java.awt.font",
				"java.desktop/javax.swing.text.html", "java.desktop/sun.awt", "java.desktop/sun.swing")) {
			command.addAll(List.of("--add-opens", open + "=ALL-UNNAMED"));
		}
		if (!window) {
			// Programs read JMeter's summary line; a window is in the language of the
			// system.
			command.addAll(List.of("-Duser.language=en", "-Duser.region=EN"));
		}
		String heap = this.machine.environment().getOrDefault("HEAP", "");
		String flags = this.machine.environment().getOrDefault("JVM_ARGS", "");
		command.addAll(List.of(((heap.isBlank() ? "-Xms1g -Xmx1g" : heap) + " " + flags).strip().split("\\s+")));
		command
			.addAll(List.of("-jar", this.root.resolve("jmeter/target/apache-jmeter/bin/ApacheJMeter.jar").toString()));
		command.addAll(arguments);
		return command;
	}

	/** Returns JAVA_HOME if it is new enough, else the newest JDK of the machine. */
	Jdk findJdk(int oldest, boolean window) {
		Optional<Path> chosen = this.machine.path(this.machine.environment().get("JAVA_HOME"));
		return this.machine.jdks()
			.stream()
			.filter((jdk) -> jdk.version() >= oldest && (!window || jdk.hasScreen(this.machine)))
			.max(Comparator.comparing((Jdk jdk) -> chosen.filter(jdk.home()::equals).isPresent())
				.thenComparing(Jdk::version))
			.orElseThrow(() -> new Refusal("no JDK " + oldest + " or newer" + (window ? " with a GUI" : "")
					+ " found; install one (Temurin 25 is what we measure with) or set JAVA_HOME to it"));
	}

	/**
	 * Returns the modules that a command starts: no service for {@code bench list} or for
	 * the list of the lessons, and a contender only if the text of an experiment has its
	 * name. A name that means something else there costs a few seconds, once.
	 */
	private List<String> modulesFor(List<String> arguments) {
		List<String> modules = new ArrayList<>(HARNESS);
		boolean all = arguments.contains("prepare") || arguments.contains("pack");
		boolean lesson = arguments.contains("lesson") && arguments.stream().anyMatch((word) -> word.matches("\\d+"));
		if (all || lesson || arguments.contains("run") || arguments.contains("live")) {
			modules.addAll(RUN);
			String text = arguments.stream().map(this::experiment).collect(Collectors.joining());
			CONTENDERS.stream().filter((app) -> all || text.contains(app)).forEach(modules::add);
		}
		return modules;
	}

	/** Returns the text of an experiment, or nothing if the word names none. */
	private String experiment(String word) {
		Optional<Path> file = word.endsWith(".yml") ? this.machine.path(word)
				: this.machine.path("experiments/" + word + ".yml").map(this.root::resolve);
		try {
			return file.isPresent() ? Files.readString(file.get()) : "";
		}
		catch (IOException ex) {
			// The harness reports what is wrong with the file.
			return "";
		}
	}

	/**
	 * Builds the modules that were not built from the present sources. Only one launcher
	 * builds at a time, because another would see unfinished files.
	 */
	private void build(Jdk jdk, List<String> modules) throws InterruptedException {
		Path target = this.root.resolve("target");
		try {
			// An image has the jars without the sources.
			if (!Files.exists(this.root.resolve("pom.xml")) || stale(modules).isEmpty()) {
				return;
			}
			Files.createDirectories(target);
			try (FileChannel building = FileChannel.open(target.resolve("building"), StandardOpenOption.CREATE,
					StandardOpenOption.WRITE)) {
				if (building.tryLock() == null) {
					say("waiting for another bench or jmeterw that builds");
					building.lock();
				}
				List<String> stale = stale(modules);
				if (!stale.isEmpty()) {
					build(jdk, stale, target.resolve("bench-build.log"));
				}
			}
		}
		catch (IOException | UncheckedIOException ex) {
			throw new Refusal("the folder " + this.root
					+ " cannot be written, or mvn cannot be run, so nothing can be built: " + ex.getMessage());
		}
	}

	private void build(Jdk jdk, List<String> modules, Path log) throws IOException, InterruptedException {
		Path maven = this.machine.onPath("mvn")
			.orElseThrow(() -> new Refusal("mvn is not on the PATH; install Maven 3.8 or newer"));
		say("building " + String.join(", ", modules) + " (the first time takes a minute or two)");
		// Sources saved during the build change the checksum, and are built the next
		// time.
		String sources = sources();
		Set<String> stamp = new LinkedHashSet<>(stamp());
		if (stamp.add(sources)) {
			stamp.retainAll(Set.of(sources));
		}
		deleteClasses(modules);
		// Without a stamp, other launchers wait until the jars are whole.
		Files.deleteIfExists(this.stamp);
		ProcessBuilder builder = new ProcessBuilder(maven.toString(), "-B", "-q", "-f",
				this.root.resolve("pom.xml").toString(), "-pl", String.join(",", modules), "-am",
				"-Dmaven.test.skip=true", "package");
		builder.environment().put("JAVA_HOME", jdk.home().toString());
		boolean failed = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor() != 0;
		if (!failed) {
			modules.forEach((module) -> stamp.add(mark(module)));
		}
		Files.write(this.stamp, stamp);
		if (failed) {
			// Maven writes in the encoding of the system.
			List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
			lines.subList(Math.max(0, lines.size() - 20), lines.size()).forEach(System.err::println);
			throw new Refusal("the build failed; the lines above are the end of " + log);
		}
	}

	/** Returns those of the modules that the stamp does not have as they are. */
	private List<String> stale(List<String> modules) throws IOException {
		List<String> stamp = stamp();
		return stamp.contains(sources()) ? modules.stream().filter((module) -> !stamp.contains(mark(module))).toList()
				: modules;
	}

	private List<String> stamp() throws IOException {
		return Files.exists(this.stamp) ? Files.readAllLines(this.stamp) : List.of();
	}

	/**
	 * Returns a checksum of all that enters the build. Neither dates nor the path of the
	 * checkout are part of it, so that a copy is not built again. The system is, because
	 * the harness contains programs for one system.
	 */
	String sources() {
		Stream<Path> modules = Machine.children(this.root, "")
			.stream()
			.flatMap((module) -> Stream.of(module.resolve("pom.xml"), module.resolve("src/main")));
		Stream<Path> others = Stream.of("pom.xml", ".mvn", "jmeter/user.properties").map(this.root::resolve);
		return System.getProperty("os.name") + " " + System.getProperty("os.arch") + " "
				+ checksum(Stream.concat(others, modules));
	}

	/**
	 * Returns the line of a module. The checksum of what the build made shows whether
	 * somebody else built it since then, perhaps from other sources.
	 */
	private String mark(String module) {
		Path target = this.root.resolve(module + "/target");
		return module + " "
				+ checksum(Stream
					.of(module + ".jar", "lib", "apache-jmeter/bin/ApacheJMeter.jar",
							"apache-jmeter/bin/user.properties")
					.map(target::resolve));
	}

	/** Returns a checksum of the names and contents of files, and of those in folders. */
	private String checksum(Stream<Path> paths) {
		CRC32 sum = new CRC32();
		for (Path path : paths.filter(Files::exists).toList()) {
			try (Stream<Path> files = Files.walk(path)) {
				// Editors and macOS leave hidden files.
				for (Path file : files
					.filter((file) -> Files.isRegularFile(file) && !file.getFileName().toString().startsWith("."))
					.sorted()
					.toList()) {
					sum.update(this.root.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
					sum.update(Files.readAllBytes(file));
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
		return Long.toHexString(sum.getValue());
	}

	/**
	 * Deletes the classes and resources of an earlier build: Maven would put a resource
	 * into the jar although its source was deleted. What running JVMs use stays: jars,
	 * the classes of the launcher, and those of other modules, whose tests may run.
	 */
	private void deleteClasses(List<String> modules) throws IOException {
		for (String module : modules) {
			Path classes = this.root.resolve(module + "/target/classes");
			if (Files.exists(classes) && !module.equals("launcher")) {
				try (Stream<Path> files = Files.walk(classes)) {
					for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
						Files.delete(file);
					}
				}
			}
		}
	}

	private void say(String message) {
		System.err.println(this.program + ": " + message);
	}

	/** Quotes a word for a POSIX shell. */
	static String quote(String word) {
		return "'" + word.replace("'", "'\\''") + "'";
	}

	private static Path realPath(Path path) {
		try {
			return path.toRealPath();
		}
		catch (IOException ex) {
			return path.toAbsolutePath();
		}
	}

	private static int start(List<String> command) throws IOException, InterruptedException {
		Process process = new ProcessBuilder(command).inheritIO().start();
		Runtime.getRuntime().addShutdownHook(new Thread(() -> {
			process.destroy();
			process.onExit().join();
		}));
		return process.waitFor();
	}

}
