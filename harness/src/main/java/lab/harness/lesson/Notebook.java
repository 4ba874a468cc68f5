package lab.harness.lesson;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;

/**
 * The notes of a participant, kept in a file after each step.
 */
public final class Notebook {

	private static final String FOLDER = "workshop/my";

	private static final String FILE = "notebook.json";

	/** Goes up when an older bench would lose what a newer one noted. */
	private static final int FORM = 1;

	/** One more than the greatest seed. */
	private static final int SEEDS = 1_000_000;

	private final Path root;

	private Content content;

	private Notebook(Path root, Content content) {
		this.root = root;
		this.content = content;
	}

	/**
	 * Opens the notebook, or begins one with a seed of its own. A file that cannot be
	 * read, or that a newer bench wrote, is moved aside, so that nothing in it is lost.
	 * @param root the checkout; the participant's files are below {@code workshop/my}
	 * @param warning prints a line about a file that was moved
	 */
	public static Notebook open(Path root, Consumer<String> warning) throws IOException {
		Path folder = root.resolve(FOLDER);
		Path file = folder.resolve(FILE);
		Content fresh = new Content(FORM, ThreadLocalRandom.current().nextInt(SEEDS), Map.of());
		if (!Files.exists(file)) {
			return new Notebook(root, fresh);
		}
		try {
			return new Notebook(root, DataFile.read(file, Content.class));
		}
		catch (InvalidInputException ex) {
			Path aside = IntStream.iterate(1, (number) -> number + 1)
				.mapToObj((number) -> folder.resolve("notebook-unreadable-" + number + ".json"))
				.filter((other) -> !Files.exists(other))
				.findFirst()
				.orElseThrow();
			Files.move(file, aside);
			warning.accept(ex.getMessage() + "; moved to " + aside + ", and a new notebook begins");
			return new Notebook(root, fresh);
		}
	}

	/** The folder of the participant's files. */
	public Path folder() {
		return this.root.resolve(FOLDER);
	}

	/** A file of the participant's in a lesson. */
	Path file(int lesson, String name) {
		return folder().resolve(String.valueOf(lesson)).resolve(name);
	}

	/** The name of a file for people, by its path in the checkout. */
	public String name(Path file) {
		return this.root.relativize(file).toString().replace('\\', '/');
	}

	/** The seed of this laptop. */
	public long seed() {
		return this.content.seed();
	}

	public Notes of(int lesson) {
		return this.content.lessons().getOrDefault(lesson, Notes.NONE);
	}

	/** Whether nothing was noted yet. */
	public boolean isEmpty() {
		return this.content.lessons().isEmpty();
	}

	/**
	 * Keeps the notes of a lesson in the file, beside those that another bench has kept
	 * there since.
	 * @throws IOException if it cannot be written
	 * @throws InvalidInputException if it is broken since it was opened
	 */
	void keep(int lesson, Notes notes) throws IOException {
		Path file = folder().resolve(FILE);
		Content kept = Files.exists(file) ? DataFile.read(file, Content.class) : this.content;
		Map<Integer, Notes> all = new TreeMap<>(kept.lessons());
		all.put(lesson, notes);
		this.content = new Content(FORM, kept.seed(), all);
		Files.createDirectories(folder());
		DataFile.write(file, this.content);
	}

	/**
	 * The content of the file.
	 *
	 * @param form the form of the file
	 * @param seed the seed of this laptop
	 * @param lessons the notes by the number of the lesson
	 */
	record Content(int form, long seed, Map<Integer, Notes> lessons) {

		Content {
			InvalidInputException.require(form == FORM, "form",
					"this notebook has form " + form + "; this bench reads " + FORM);
			lessons = Collections.unmodifiableMap(new TreeMap<>(Map.copyOf(lessons)));
		}

	}

}
