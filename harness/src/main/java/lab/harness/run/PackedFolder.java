package lab.harness.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;

import lab.harness.model.InvalidInputException;
import lab.harness.run.process.Git;
import lab.harness.run.process.Jdk;
import org.apache.commons.compress.archivers.zip.UnixStat;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;

/**
 * A checkout with all that was built from it and a run needs.
 *
 * @param root the checkout
 * @param commit the commit that is checked out, which the unpacked folder names in its
 * results
 * @param paths the files that git tracks, and the built files with their folders
 */
public record PackedFolder(Path root, String commit, List<Path> paths) {

	/**
	 * Chooses what is packed. Extracted jars are left out: the first run extracts them.
	 * @throws InvalidInputException if git does not know the files, if some changed since
	 * the commit, or if something is not built
	 */
	public static PackedFolder of(Path root) throws IOException {
		String status = Files.exists(root.resolve(".git")) ? Git.run(root, "status", "--porcelain") : null;
		String commit = Git.run(root, "rev-parse", "--short=12", "HEAD");
		String tracked = Git.run(root, "ls-files", "-z");
		if (status == null || commit == null || tracked == null) {
			throw new InvalidInputException(root + " is no checkout of git, or git is not installed, so nothing says "
					+ "which files belong to it; pack a clone, or pass on the zip that this folder came from");
		}
		List<String> changes = status.lines().toList();
		if (!changes.isEmpty()) {
			throw new InvalidInputException("the packed folder would not be that of commit " + commit
					+ ": git reports '" + changes.getFirst().strip() + "'"
					+ ((changes.size() > 1) ? " and " + (changes.size() - 1) + " more" : "")
					+ "; commit, stash or ignore it first");
		}
		List<String> missing = new Launcher(root, Jdk.current()).missing();
		if (!missing.isEmpty()) {
			throw new InvalidInputException(String.join(", ", missing) + " must be built first: ./bench prepare");
		}
		List<Path> paths = new ArrayList<>();
		Stream.of(tracked.split("\0")).map(root::resolve).filter(Files::isRegularFile).forEach(paths::add);
		paths.addAll(built(root));
		return new PackedFolder(root, commit, List.copyOf(paths));
	}

	private static List<Path> built(Path root) throws IOException {
		List<Path> built = new ArrayList<>();
		try (Stream<Path> modules = Files.list(root)) {
			for (Path module : modules.filter((folder) -> Files.exists(folder.resolve("pom.xml"))).sorted().toList()) {
				Path target = module.resolve("target");
				built.addAll(below(target.resolve(module.getFileName() + ".jar")));
				built.addAll(below(target.resolve("lib")));
			}
		}
		// The script runs these classes, and the launcher compares the stamp with the
		// sources. JMeter needs even its empty folders.
		for (String path : List.of("launcher/target/classes", "jmeter/target/apache-jmeter", "target/built")) {
			built.addAll(below(root.resolve(path)));
		}
		return built;
	}

	private static List<Path> below(Path path) throws IOException {
		if (!Files.exists(path)) {
			return List.of();
		}
		try (Stream<Path> paths = Files.walk(path)) {
			return paths.sorted().toList();
		}
	}

	/** The sum of the sizes of the files, in bytes, which the zip does not exceed. */
	public long size() throws IOException {
		long size = 0;
		for (Path path : this.paths) {
			// Headers take some bytes for each file.
			size += Files.size(path) + 512;
		}
		return size;
	}

	/**
	 * Writes a zip whose entries stand below one folder, which has the name of the zip.
	 * @param zip a path at which there is no file
	 */
	public void write(Path zip) throws IOException {
		Path part = zip.resolveSibling(zip.getFileName() + ".part");
		// Ctrl-C leaves none either.
		part.toFile().deleteOnExit();
		String folder = String.valueOf(zip.getFileName()).replaceFirst("\\.zip$", "") + "/";
		try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(part.toFile())) {
			// Most of it are jars, which do not become smaller.
			out.setLevel(Deflater.BEST_SPEED);
			for (Path path : this.paths) {
				add(out, path, folder);
			}
			out.putArchiveEntry(new ZipArchiveEntry(folder + EnvironmentReader.COMMIT));
			out.write((this.commit + "\n").getBytes(StandardCharsets.UTF_8));
			out.closeArchiveEntry();
		}
		catch (IOException ex) {
			Files.deleteIfExists(part);
			throw ex;
		}
		Files.move(part, zip);
	}

	private void add(ZipArchiveOutputStream out, Path path, String folder) throws IOException {
		boolean isFolder = Files.isDirectory(path);
		String name = folder + this.root.relativize(path).toString().replace('\\', '/');
		ZipArchiveEntry entry = new ZipArchiveEntry(isFolder ? name + "/" : name);
		entry.setTime(Files.getLastModifiedTime(path));
		entry.setUnixMode(
				isFolder ? UnixStat.DIR_FLAG | 0755 : UnixStat.FILE_FLAG | (Files.isExecutable(path) ? 0755 : 0644));
		out.putArchiveEntry(entry);
		if (!isFolder) {
			Files.copy(path, out);
		}
		out.closeArchiveEntry();
	}

}
