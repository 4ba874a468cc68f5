package lab.harness.model;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A variant of an experiment, with everything that it takes from the experiment.
 *
 * @param name its name, in an experiment lower case with hyphens; of a JTL that was made
 * elsewhere a label
 * @param subject what is measured
 * @param axis its points
 * @param published what the source published of it, or null
 */
public record Variant(String name, Subject subject, Axis axis, @Nullable Published published) {

	/** Names become names of folders, so nothing in them may lead out of one. */
	static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,49}");

	/** The service that is measured. */
	public Service service() {
		return (Service) this.subject;
	}

	/** The same variant at one point of its axis. */
	public Variant at(Point point) {
		return new Variant(this.name, this.subject.at(point), this.axis, this.published);
	}

	/** The same variant with another subject. */
	public Variant with(Subject subject, Axis axis) {
		return new Variant(this.name, subject, axis, this.published);
	}

}
