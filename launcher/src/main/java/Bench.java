import java.io.IOException;
import java.io.Reader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds a JDK, builds the modules that changed, and starts the harness or JMeter. Any JDK
 * from 17 on runs it from source: {@code java launcher/src/main/java/Bench.java list}.
 * <p>
 * System properties: {@code bench.program} is {@code bench} or {@code jmeterw}. With
 * {@code bench.print} the command is printed for a shell, which executes it, so that no
 * second JVM stays and signals arrive. {@code bench.terminal} says whether messages go to
 * a terminal. The exit code is that of the program, or 2 if there is no JDK or no Maven
 * or the build fails.
 */
final class Bench {

	static final int OLDEST_FOR_HARNESS = 21;

	static final int OLDEST_FOR_JMETER = 17;

	private static final String JMETER_HOME = "jmeter/target/apache-jmeter/bin/";

	private static final String JMETER_JAR = JMETER_HOME + "ApacheJMeter.jar";

	private static final List<String> SERVICES = List.of("slow-backend", "tomcat-platform", "tomcat-virtual",
			"webflux");

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
			usualFolders().forEach((folder) -> homes.addAll(children(folder.parent, folder.below)));
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

		private List<Folder> usualFolders() {
			List<Folder> folders = new ArrayList<>();
			if (isWindows()) {
				for (String parent : List.of("ProgramFiles", "ProgramFiles(x86)")) {
					for (String vendor : List.of("Java", "Eclipse Adoptium", "Microsoft", "Zulu", "Amazon Corretto",
							"BellSoft", "Semeru")) {
						folder(folders, this.environment.get(parent), vendor, "");
					}
				}
				folder(folders, this.environment.get("LOCALAPPDATA"), "Programs/Eclipse Adoptium", "");
			}
			else if (isMac()) {
				folder(folders, "/Library/Java/JavaVirtualMachines", "", "Contents/Home");
				folder(folders, this.user, "Library/Java/JavaVirtualMachines", "Contents/Home");
				// These are the folders of Homebrew on Apple silicon and on Intel.
				folder(folders, "/opt/homebrew/opt", "", "libexec/openjdk.jdk/Contents/Home");
				folder(folders, "/usr/local/opt", "", "libexec/openjdk.jdk/Contents/Home");
			}
			else {
				folder(folders, "/usr/lib/jvm", "", "");
				folder(folders, "/usr/java", "", "");
				folder(folders, "/opt/java", "", "");
				folder(folders, "/home/linuxbrew/.linuxbrew/opt", "", "libexec");
			}
			folder(folders, this.user, ".sdkman/candidates/java", "");
			// IntelliJ downloads JDKs to this folder; on macOS each is a bundle.
			folder(folders, this.user, ".jdks", "");
			folder(folders, this.user, ".jdks", "Contents/Home");
			return folders;
		}

		private void folder(List<Folder> folders, String parent, String child, String below) {
			path(parent).ifPresent((path) -> folders.add(new Folder(path.resolve(child), below)));
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

		private record Folder(Path parent, String below) {
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
			Path release = home.resolve("release");
			if (!Files.isRegularFile(java) || !Files.isRegularFile(release)) {
				return Optional.empty();
			}
			Properties properties = new Properties();
			try (Reader reader = Files.newBufferedReader(release)) {
				properties.load(reader);
				String version = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
				// Java 8 reports 1.8, which is too old under either name.
				return Optional.of(new Jdk(home, java, Integer.parseInt(version.split("\\D", 2)[0])));
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

	Bench(Path root, Machine machine, String program) {
		this.root = root;
		this.machine = machine;
		this.program = program;
	}

	public static void main(String[] arguments) throws IOException, InterruptedException {
		String program = System.getProperty("bench.program", "bench");
		try {
			Bench bench = new Bench(findRoot(), Machine.current(), program);
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
	List<String> harness(List<String> arguments, boolean terminal) {
		Jdk jdk = findJdk(OLDEST_FOR_HARNESS, false);
		build(jdk, modulesFor(arguments));
		List<String> command = new ArrayList<>();
		command.add(jdk.java().toString());
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
	List<String> jmeter(List<String> arguments) {
		boolean window = arguments.stream()
			.noneMatch(List.of("-n", "--nongui", "-g", "--reportonly", "-s", "--server", "-v", "--version", "-h",
					"--help", "-?")::contains);
		Jdk jdk = findJdk(OLDEST_FOR_JMETER, window);
		build(jdk, List.of("jmeter"));
		if (arguments.isEmpty()) {
			say("open jmeter/closed-loop.jmx (one server) or jmeter/comparison.jmx (the three apps), or name one: "
					+ "./jmeterw -t jmeter/comparison.jmx");
		}
		List<String> command = new ArrayList<>();
		command.add(jdk.java().toString());
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
		// Programs read JMeter's summary line, so it must be English.
		command.addAll(List.of("-Duser.language=en", "-Duser.region=EN"));
		command.addAll(words("HEAP", "-Xms1g -Xmx1g"));
		command.addAll(words("JVM_ARGS", ""));
		command.addAll(List.of("-jar", this.root.resolve(JMETER_JAR).toString()));
		command.addAll(arguments);
		return command;
	}

	/** Returns JAVA_HOME if it is new enough, else the newest JDK of the machine. */
	Jdk findJdk(int oldest, boolean window) {
		List<Jdk> fit = this.machine.jdks()
			.stream()
			.filter((jdk) -> jdk.version() >= oldest && (!window || jdk.hasScreen(this.machine)))
			.toList();
		Optional<Path> chosen = this.machine.path(this.machine.environment().get("JAVA_HOME"));
		return fit.stream()
			.filter((jdk) -> chosen.isPresent() && jdk.home().equals(chosen.get()))
			.findFirst()
			.or(() -> fit.stream().max(Comparator.comparingInt(Jdk::version)))
			.orElseThrow(() -> new Refusal("no JDK " + oldest + " or newer" + (window ? " with a GUI" : "")
					+ " found; install one (Temurin 25 is what we measure with) or set JAVA_HOME to it"));
	}

	/**
	 * Returns the modules that a command needs. For an experiment that does not exist,
	 * the harness alone is enough: it reports the error.
	 */
	private List<String> modulesFor(List<String> arguments) {
		List<String> modules = new ArrayList<>(List.of("harness"));
		String command = arguments.isEmpty() ? "" : arguments.get(0);
		if (arguments.contains("--help") || arguments.contains("-h")) {
			return modules;
		}
		if (command.equals("prepare")) {
			modules.add("programs");
			modules.addAll(SERVICES);
			modules.addAll(CONTENDERS);
			modules.add("jmeter");
		}
		else if (command.equals("run")) {
			// The word after --only names a variant, even where an experiment has the
			// same name.
			IntStream.range(1, arguments.size())
				.filter((i) -> !arguments.get(i - 1).equals("--only"))
				.mapToObj(arguments::get)
				.map((word) -> word.endsWith(".yml") ? Path.of(word)
						: this.root.resolve("experiments/" + word + ".yml"))
				.filter(Files::isRegularFile)
				.findFirst()
				.ifPresent((experiment) -> {
					if (hasLine(experiment, "program:.*")) {
						modules.add("programs");
					}
					else {
						modules.addAll(SERVICES);
						CONTENDERS.stream()
							.filter((app) -> hasLine(experiment, ".*\\bapp: *[\"']?" + app + "\\b.*"))
							.forEach(modules::add);
						modules.add("jmeter");
					}
				});
		}
		return modules;
	}

	private static boolean hasLine(Path experiment, String pattern) {
		try (Stream<String> lines = Files.lines(experiment)) {
			return lines.anyMatch((line) -> line.matches(pattern));
		}
		catch (IOException | java.io.UncheckedIOException ex) {
			// The harness reports errors in the file.
			return false;
		}
	}

	/**
	 * Builds the modules that changed. Only one launcher builds at a time, because
	 * another would see unfinished files.
	 */
	private void build(Jdk jdk, List<String> modules) {
		if (modules.stream().noneMatch(this::isStale)) {
			return;
		}
		Path target = this.root.resolve("target");
		try {
			Files.createDirectories(target);
			try (FileChannel channel = FileChannel.open(target.resolve("building"), StandardOpenOption.CREATE,
					StandardOpenOption.WRITE); FileLock lock = lock(channel)) {
				List<String> stale = modules.stream().filter(this::isStale).toList();
				if (!stale.isEmpty()) {
					build(jdk, stale, target.resolve("bench-build.log"));
				}
			}
		}
		catch (IOException ex) {
			throw new Refusal("the folder " + this.root
					+ " cannot be written, or mvn cannot be run, so nothing can be built: " + ex.getMessage());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new Refusal("interrupted while building");
		}
	}

	private FileLock lock(FileChannel channel) throws IOException {
		FileLock lock = channel.tryLock();
		if (lock == null) {
			say("waiting for another bench or jmeterw that builds");
			lock = channel.lock();
		}
		return lock;
	}

	private void build(Jdk jdk, List<String> modules, Path log) throws IOException, InterruptedException {
		Path maven = this.machine.onPath("mvn")
			.orElseThrow(() -> new Refusal("mvn is not on the PATH; install Maven 3.8 or newer"));
		say("building " + String.join(", ", modules) + " (the first time takes a minute or two)");
		ProcessBuilder builder = new ProcessBuilder(maven.toString(), "-B", "-q", "-f",
				this.root.resolve("pom.xml").toString(), "-pl", String.join(",", modules), "-am",
				"-Dmaven.test.skip=true", "package");
		builder.environment().put("JAVA_HOME", jdk.home().toString());
		for (String part : modules.stream().flatMap((module) -> parts(module).stream()).distinct().toList()) {
			deleteClasses(part);
		}
		FileTime started = FileTime.fromMillis(System.currentTimeMillis());
		if (builder.redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor() != 0) {
			// Maven writes in the encoding of the system.
			List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
			lines.subList(Math.max(0, lines.size() - 20), lines.size()).forEach(System.err::println);
			throw new Refusal("the build failed; the lines above are the end of " + log);
		}
		for (String module : modules) {
			// Sources saved during the build are newer than this mark, and are built the
			// next time.
			if (!Files.exists(stamp(module))) {
				Files.createDirectories(stamp(module).getParent());
				Files.createFile(stamp(module));
			}
			Files.setLastModifiedTime(stamp(module), started);
		}
	}

	/**
	 * Whether a module was never built here, or a source is newer than the last build.
	 * The dates of the jars do not help: reproducible builds fix them.
	 */
	private boolean isStale(String module) {
		if (!Files.isRegularFile(stamp(module)) || !Files.isRegularFile(product(module))) {
			return true;
		}
		List<String> sources = new ArrayList<>(List.of(module.equals("jmeter") ? "jmeter/user.properties" : "pom.xml"));
		for (String part : parts(module)) {
			sources.addAll(List.of(part + "/pom.xml", part + "/src"));
		}
		return sources.stream().map(this.root::resolve).anyMatch((source) -> isNewer(source, stamp(module)));
	}

	/** Returns a module and those that its jar contains. */
	private static List<String> parts(String module) {
		List<String> parts = new ArrayList<>(List.of(module));
		boolean service = SERVICES.contains(module) || CONTENDERS.contains(module);
		if (service || module.equals("harness")) {
			parts.add("wire");
		}
		if (service) {
			parts.add("service-common");
		}
		if (module.equals("jetty")) {
			parts.add("tomcat-platform");
		}
		return parts;
	}

	/**
	 * Deletes the classes and resources of an earlier build: Maven would put a resource
	 * into the jar although its source was deleted. What running JVMs use stays.
	 */
	private void deleteClasses(String module) throws IOException {
		Path classes = this.root.resolve(module + "/target/classes");
		if (Files.exists(classes)) {
			try (Stream<Path> files = Files.walk(classes)) {
				for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
					Files.delete(file);
				}
			}
		}
	}

	/**
	 * Returns a file that is as old as the last build of a module; for JMeter, Maven
	 * writes it.
	 */
	private Path stamp(String module) {
		return this.root.resolve(module.equals("jmeter") ? JMETER_HOME + "user.properties" : module + "/target/built");
	}

	private Path product(String module) {
		return this.root.resolve(module.equals("jmeter") ? JMETER_JAR : module + "/target/" + module + ".jar");
	}

	private static boolean isNewer(Path source, Path stamp) {
		if (!Files.exists(source)) {
			return false;
		}
		try (Stream<Path> files = Files.walk(source)) {
			FileTime built = Files.getLastModifiedTime(stamp);
			for (Path file : (Iterable<Path>) files::iterator) {
				if (Files.isRegularFile(file) && Files.getLastModifiedTime(file).compareTo(built) > 0) {
					return true;
				}
			}
			return false;
		}
		catch (IOException | java.io.UncheckedIOException ex) {
			return true;
		}
	}

	private List<String> words(String variable, String unset) {
		String value = this.machine.environment().getOrDefault(variable, "");
		return Stream.of((value.isBlank() ? unset : value).strip().split("\\s+"))
			.filter((word) -> !word.isEmpty())
			.toList();
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

	/** Returns the checkout that contains this file or its compiled class. */
	private static Path findRoot() {
		String given = System.getProperty("bench.root");
		if (given != null) {
			return Path.of(given).toAbsolutePath().normalize();
		}
		try {
			Path here = Path.of(Bench.class.getProtectionDomain().getCodeSource().getLocation().toURI());
			for (Path folder = here.toAbsolutePath(); folder != null; folder = folder.getParent()) {
				if (Files.isDirectory(folder.resolve("experiments")) && Files.isRegularFile(folder.resolve("bench"))) {
					return folder;
				}
			}
		}
		catch (java.net.URISyntaxException ex) {
			// The error is reported below.
		}
		throw new Refusal("the launcher is not inside a checkout; start ./bench of one");
	}

	private static int start(List<String> command) throws IOException, InterruptedException {
		Process process = new ProcessBuilder(command).inheritIO().start();
		Thread stop = new Thread(() -> {
			process.destroy();
			process.onExit().join();
		});
		Runtime.getRuntime().addShutdownHook(stop);
		int code = process.waitFor();
		Runtime.getRuntime().removeShutdownHook(stop);
		return code;
	}

}
