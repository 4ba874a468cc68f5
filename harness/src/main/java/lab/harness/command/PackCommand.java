package lab.harness.command;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import lab.harness.model.InvalidInputException;
import lab.harness.run.Launcher;
import lab.harness.run.process.Git;
import lab.harness.run.process.Jdk;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The launcher of the command has already built all modules. */
@Command(name = "pack", mixinStandardHelpOptions = true,
		description = "Packs the project and all that is built of it into one file, for rooms without a network.")
final class PackCommand implements Callable<Integer> {

	/**
	 * These parts of a folder target are packed: a run starts them, or they tell the
	 * launcher that it is built.
	 */
	private static final List<String> BUILT = List.of("lib", "apache-jmeter", "built");

	/** These paths belong to this checkout alone. */
	private static final List<String> OWN = List.of("results", "workshop/my", "workshop/my-kept", ".env", ".git",
			".idea", ".vscode");

	private static final double MIB = 1024 * 1024;

	private final CommandContext context;

	@Parameters(paramLabel = "FILE", description = "The file to write, such as lab.zip.")
	private Path file = Path.of("");

	PackCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() throws IOException {
		Path zip = this.file.toAbsolutePath().normalize();
		String name = String.valueOf(zip.getFileName());
		InvalidInputException.require(name.endsWith(".zip") && name.length() > 4, "FILE",
				name + " is no zip file; write a name such as lab.zip");
		InvalidInputException.require(!Files.exists(zip), "FILE",
				zip + " exists; remove it first, or name another file");
		Path folder = zip.getParent();
		InvalidInputException.require(folder != null && Files.isDirectory(folder) && Files.isWritable(folder), "FILE",
				"the folder " + folder + " does not exist or cannot be written; name one that can");
		List<String> missing = new Launcher(this.context.root(), Jdk.current()).missing();
		if (!missing.isEmpty()) {
			throw new InvalidInputException(String.join(", ", missing) + " not built; run ./bench prepare first");
		}
		List<Path> files;
		try {
			files = files(this.context.root());
			pack(files, zip, name.substring(0, name.length() - 4));
		}
		catch (IOException ex) {
			Files.deleteIfExists(zip);
			throw (ex instanceof FileSystemException file) ? BenchCommand.unusable(file)
					: new InvalidInputException(zip + " cannot be written: " + InvalidInputException.reason(ex), ex);
		}
		this.context.out()
			.printf("Packed %d files into %s, %.0f MiB.%n", files.size(), zip, Files.size(zip) / MIB)
			.printf("It needs a JDK and neither Maven nor a network, on %s %s: unpack it, and run ./bench list in the "
					+ "folder %s.%n", System.getProperty("os.name"), System.getProperty("os.arch"),
					name.substring(0, name.length() - 4));
		return 0;
	}

	/** The files, with their permissions, in one folder of the zip. */
	private void pack(List<Path> files, Path zip, String folder) throws IOException {
		try (FileSystem system = FileSystems.newFileSystem(URI.create("jar:" + zip.toUri()),
				Map.of("create", "true", "enablePosixFileAttributes", "true"))) {
			for (Path file : files) {
				Path packed = system
					.getPath(folder + "/" + this.context.root().relativize(file).toString().replace('\\', '/'));
				Files.createDirectories(packed.getParent());
				Files.copy(file, packed);
				if (Files.getFileAttributeView(file, PosixFileAttributeView.class) != null) {
					Files.setPosixFilePermissions(packed, Files.getPosixFilePermissions(file));
				}
			}
			String commit = Git.commit(this.context.root());
			if (commit != null) {
				Files.writeString(system.getPath(folder, Git.COMMIT), commit);
			}
		}
	}

	private static List<Path> files(Path root) throws IOException {
		List<Path> files = new ArrayList<>();
		Files.walkFileTree(root, new SimpleFileVisitor<>() {

			@Override
			public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
				return belongs(root, folder) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
			}

			@Override
			public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
				if (attributes.isRegularFile() && belongs(root, file)
						&& !String.valueOf(file.getFileName()).endsWith(".zip")) {
					files.add(file);
				}
				return FileVisitResult.CONTINUE;
			}

		});
		return files;
	}

	/** Whether a folder, or a file in one that belongs, is packed. */
	private static boolean belongs(Path root, Path path) {
		if (path.equals(root)) {
			return true;
		}
		String name = String.valueOf(path.getFileName());
		Path folder = path.getParent();
		if (folder != null && folder.endsWith("target")) {
			boolean launcher = path.endsWith(Path.of("launcher", "target", "classes"));
			return launcher || BUILT.contains(name) || name.endsWith(".jar");
		}
		return !name.equals("node_modules") && OWN.stream().map(root::resolve).noneMatch(path::equals);
	}

}
