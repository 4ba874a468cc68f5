package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import lab.harness.model.InvalidInputException;
import lab.harness.run.PackedFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The launcher of the command has already built all modules. */
@Command(name = "pack", mixinStandardHelpOptions = true,
		description = "Makes one zip of the checkout and all that is built, for machines without Maven or a network.")
final class PackCommand implements Callable<Integer> {

	private static final long MB = 1_000_000;

	private final CommandContext context;

	@Parameters(paramLabel = "ZIP", description = "The file to make, such as lab.zip; it must not exist.")
	private Path zip = Path.of("");

	PackCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() throws IOException {
		Path parent = this.zip.toAbsolutePath().resolveSibling("");
		requireNew(this.zip, parent);
		PackedFolder folder = PackedFolder.of(this.context.root());
		requireRoom(folder.size(), Files.getFileStore(parent).getUsableSpace(), parent);
		try {
			folder.write(this.zip);
		}
		catch (IOException ex) {
			throw new InvalidInputException("ZIP", this.zip + " cannot be written: " + ex.getMessage());
		}
		this.context.out()
			.printf("%s: %d MB, commit %s, for %s on %s with a JDK 21 or newer.%n", this.zip, megabytes(this.zip),
					folder.commit(), System.getProperty("os.name"), System.getProperty("os.arch"));
		this.context.out().println("Unpacked, ./bench and ./jmeterw need neither Maven nor a network.");
		return 0;
	}

	private static void requireNew(Path zip, Path parent) {
		require(!Files.isDirectory(zip), zip + " is a folder; name a file in it, such as " + zip.resolve("lab.zip"));
		require(zip.toString().endsWith(".zip"), zip + " must end in .zip, such as lab.zip");
		require(!Files.exists(zip), zip + " exists; delete it, or name another file");
		require(Files.isDirectory(parent), "there is no folder " + parent + "; create it first");
		require(Files.isWritable(parent), "the folder " + parent + " cannot be written; name a file in another");
	}

	/**
	 * Requires room for the zip.
	 * @param needed in bytes
	 * @param free in bytes
	 */
	static void requireRoom(long needed, long free, Path folder) {
		require(free > needed, "the zip takes up to " + needed / MB + " MB, and " + free / MB + " MB are free in "
				+ folder + "; free some, or name a file elsewhere");
	}

	private static void require(boolean valid, String otherwise) {
		InvalidInputException.require(valid, "ZIP", otherwise);
	}

	private static long megabytes(Path file) throws IOException {
		return (Files.size(file) + MB / 2) / MB;
	}

}
